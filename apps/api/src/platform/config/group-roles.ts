import { role, type Role } from '@spool/contracts';
import { SettingProblem, type Setting } from './setting.js';

/** Which role the members of each of the identity provider's groups have. */
export type GroupRoles = ReadonlyMap<string, Role>;

const form = `is group=role, several separated by semicolons; roles are ${role.options.join(', ')}`;

const readEntry = (entry: string): readonly [string, Role] | null => {
  // A group may have an equals sign of its own, as names in directories do: CN=spool,OU=groups=admin.
  const at = entry.lastIndexOf('=');
  const group = entry.slice(0, Math.max(at, 0)).trim();
  const { data } = role.safeParse(entry.slice(at + 1).trim());
  return group === '' || data === undefined ? null : [group, data];
};

/** Reads `group=role; group=role`, or says what is wrong with it. */
export const readGroupRoles = (text: string): GroupRoles | SettingProblem => {
  const roles = new Map<string, Role>();
  for (const entry of text.split(';').filter((part) => part.trim() !== '')) {
    const read = readEntry(entry);
    if (read === null) return new SettingProblem(form);
    const [group, ofGroup] = read;
    if (roles.has(group)) return new SettingProblem('names a group twice');
    roles.set(group, ofGroup);
  }
  return roles.size === 0 ? new SettingProblem(form) : roles;
};

/** A group-to-role map; empty by default. */
export const groupRolesSetting = (
  given: Pick<Setting<GroupRoles>, 'name' | 'meaning'>,
): Setting<GroupRoles> => ({
  ...given,
  defaultText: '',
  range: 'group=role, separated by semicolons',
  read: (text) => (text === undefined ? new Map() : readGroupRoles(text)),
});
