import type { Permission, Role } from '@spool/contracts';
import type { Caller } from '../caller.js';

const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['read'],
  operator: ['read', 'operate'],
  admin: ['enqueue', 'work', 'read', 'operate', 'admin'],
};

/** What an operator of a role may do. */
export const permissionsOf = (role: Role): readonly Permission[] => permissionsOfRole[role];

/** A signed-in operator as a caller: its role, on every queue. */
export const operatorCaller = (username: string, role: Role): Caller => ({
  name: `operator:${username}`,
  permissions: new Set(permissionsOf(role)),
  queuePatterns: ['*'],
});
