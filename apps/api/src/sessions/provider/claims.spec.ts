import { describe, expect, it } from '@jest/globals';
import { groupsIn, nameIn, roleOf } from './claims.js';

describe('groupsIn', () => {
  it.each([
    [{ groups: ['staff', 'on-call'] }, 'groups', ['staff', 'on-call']],
    [{ groups: 'staff' }, 'groups', ['staff']],
    [{ realm_access: { roles: ['staff'] } }, 'realm_access.roles', ['staff']],
    [{ 'https://login.example/groups': ['staff'] }, 'https://login.example/groups', ['staff']],
    [{ groups: ['staff', 7, null] }, 'groups', ['staff']],
    [{ groups: [] }, 'groups', []],
    [{}, 'groups', null],
    [{ groups: { staff: true } }, 'groups', null],
    [{}, 'constructor.name', null],
  ])('reads %j by %s', (claims, path, groups) => {
    expect(groupsIn(claims, path)).toEqual(groups);
  });
});

describe('roleOf', () => {
  const roles = new Map([
    ['staff', 'viewer'],
    ['on-call', 'operator'],
    ['root', 'admin'],
  ] as const);

  it('is the highest of those that the groups have', () => {
    expect(roleOf(['root', 'staff'], roles)).toBe('admin');
    expect(roleOf(['staff', 'on-call', 'others'], roles)).toBe('operator');
  });

  it('is none when no group has one', () => {
    expect(roleOf(['others', 'Root', ''], roles)).toBeNull();
    expect(roleOf([], roles)).toBeNull();
  });
});

describe('nameIn', () => {
  it('takes what people read first, and the subject in the end', () => {
    expect(nameIn({ email: 'ann@shop.example', name: 'Ann' }, '42')).toBe('ann@shop.example');
    expect(nameIn({ preferred_username: ' ' }, '42')).toBe('42');
    expect(nameIn({ preferred_username: ['ann'] }, '42')).toBe('42');
  });

  it('leaves out what would make it look like another, and ends it in time', () => {
    expect(nameIn({ preferred_username: 'an\u202En\n' }, '42')).toBe('ann');
    expect(nameIn({ name: 'a'.repeat(500) }, '42')).toHaveLength(100);
    expect(nameIn({ name: `a${'😀'.repeat(500)}` }, '42')).toBe(`a${'😀'.repeat(99)}`);
  });
});
