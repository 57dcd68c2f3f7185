import { describe, expect, it } from '@jest/globals';
import { isSupported, parseServerVersion } from './server-version.mjs';

describe('what a server says of itself', () => {
  it.each([
    [
      '/usr/sbin/mysqld  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)',
      { kind: 'mariadb', version: '10.11.19' },
    ],
    ['mariadbd from 11.4.2-MariaDB, Ver 11.4.2-MariaDB for osx10.19', { kind: 'mariadb', version: '11.4.2' }],
    ['/usr/sbin/mysqld  Ver 9.7.4 for Linux on x86_64 ((Debian))', { kind: 'mysql', version: '9.7.4' }],
    [
      'mysqld  Ver 8.0.36-28 for Linux on x86_64 (Percona Server (GPL))',
      { kind: 'mysql', version: '8.0.36' },
    ],
  ])('%s', (output, expected) => {
    expect(parseServerVersion(output)).toEqual(expected);
  });

  it('is nothing when it is no server', () => {
    expect(parseServerVersion('ls (GNU coreutils) 9.1')).toBeUndefined();
  });
});

describe('which versions will do', () => {
  it.each([
    ['mariadb', '10.5.29', false],
    ['mariadb', '10.6.0', true],
    ['mariadb', '10.11.19', true],
    ['mariadb', '11.0.1', true],
    ['mysql', '5.7.44', false],
    ['mysql', '8.0.12', false],
    ['mysql', '8.0.13', true],
    ['mysql', '8.4.0', true],
    ['mysql', '9.7.4', true],
  ] as const)('%s %s: %s', (kind, version, expected) => {
    expect(isSupported({ kind, version })).toBe(expected);
  });
});
