import { describe, expect, it } from '@jest/globals';
import { readGroupRoles } from './group-roles.js';
import { SettingProblem } from './setting.js';

const entriesOf = (text: string) => {
  const roles = readGroupRoles(text);
  return roles instanceof SettingProblem ? roles.message : [...roles];
};

describe('readGroupRoles', () => {
  it('reads groups with their roles', () => {
    expect(entriesOf('on-call=operator; spool-admins = admin;')).toEqual([
      ['on-call', 'operator'],
      ['spool-admins', 'admin'],
    ]);
  });

  it('takes the last equals sign, for groups that are named as in a directory', () => {
    expect(entriesOf('CN=spool,OU=groups=viewer')).toEqual([['CN=spool,OU=groups', 'viewer']]);
  });

  it.each(['', ';', 'staff', '=admin', 'staff=', 'staff=root', 'staff=Admin'])('refuses %j', (text) => {
    expect(entriesOf(text)).toContain('is group=role, several separated by semicolons');
  });

  it('refuses a group that has two roles', () => {
    expect(entriesOf('staff=viewer;staff=admin')).toBe('names a group twice');
  });
});
