import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { fits, refusedLicences } from './licences.mjs';

describe('the licences of packages', () => {
  it('are all allowed', async () => {
    const lock = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
    expect(refusedLicences(JSON.parse(lock))).toEqual([]);
  });

  it('are refused by name, and where there is none', () => {
    const packages = {
      '': { license: 'MIT' },
      'apps/api': { license: 'MIT' },
      'node_modules/@spool/api': { link: true },
      'node_modules/fine': { license: 'MIT', version: '1.0.0' },
      'node_modules/viral': { license: 'GPL-3.0-only', version: '2.0.0' },
      'node_modules/fine/node_modules/@some/silent': { version: '3.0.0', dev: true },
    };
    expect(refusedLicences({ packages })).toEqual([
      'viral@2.0.0: GPL-3.0-only, and it is handed on',
      '@some/silent@3.0.0: no licence',
    ]);
  });

  it('may be narrower for what only builds and tests', () => {
    const locked = { license: 'MPL-2.0', version: '1.0.0' };
    expect(refusedLicences({ packages: { 'node_modules/tool': { ...locked, dev: true } } })).toEqual([]);
    expect(refusedLicences({ packages: { 'node_modules/part': locked } })).toHaveLength(1);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.txt', false],
  ])('of an expression: %s', (expression, isAllowed) => {
    expect(fits(expression, new Set(['MIT', 'ISC']))).toBe(isAllowed);
  });
});
