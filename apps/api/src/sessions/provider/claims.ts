import { role, type Role } from '@spool/contracts';
import type { GroupRoles } from '../../platform/config/group-roles.js';

const mostNameCharacters = 100;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;

const claimOf = (claims: object, path: string): unknown =>
  memberOf(claims, path) ?? path.split('.').reduce<unknown>(memberOf, claims);

/**
 * The groups that a claim lists; null when it is not there, or is nothing that lists groups. The claim is called by its
 * name, in which dots may stand, or by the way to it: `realm_access.roles`.
 */
export const groupsIn = (claims: object, path: string): readonly string[] | null => {
  const found = claimOf(claims, path);
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found.filter((group) => typeof group === 'string') : null;
};

/** The highest role of the groups; null when none of them has one. */
export const roleOf = (groups: readonly string[], roles: GroupRoles): Role | null => {
  const held = new Set(groups.map((group) => roles.get(group)));
  return role.options.findLast((option) => held.has(option)) ?? null;
};

/** The beginning of a name, in whole characters. */
export const cutName = (name: string, characters: number): string => [...name].slice(0, characters).join('');

/** What people call who signs in: a name or an address, else the subject. Controls and line breaks are left out. */
export const nameIn = (claims: object, subject: string): string => {
  const candidates = ['preferred_username', 'email', 'name'].map((claim) => memberOf(claims, claim));
  const texts = [...candidates, subject].filter((text) => typeof text === 'string');
  const [name = subject] = texts
    .map((text) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim())
    .filter((text) => text !== '');
  return cutName(name, mostNameCharacters);
};
