import type { Permission, Role } from '@spool/contracts';
import type { Caller } from '../caller.js';

const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['read'],
  operator: ['read', 'operate'],
  admin: ['enqueue', 'work', 'read', 'operate', 'admin'],
};

/** What an operator of a role may do. */
export const permissionsOf = (role: Role): readonly Permission[] => permissionsOfRole[role];

/** What is known of an operator who calls. */
export interface KnownOperator {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly queuePatterns: readonly string[];
}

/** An operator as a caller: its role, on the queues that it covers. */
export const operatorCaller = ({ id, username, role, queuePatterns }: KnownOperator): Caller => ({
  name: `operator:${username}`,
  actor: { type: 'operator', id, name: username },
  permissions: new Set(permissionsOf(role)),
  queuePatterns,
});

/** Whoever tries to sign in under a name, before that is proven. */
export const strangerCaller = (username: string): Caller => ({
  name: `operator:${username}`,
  actor: { type: 'operator', id: null, name: username },
  permissions: new Set(),
  queuePatterns: [],
});
