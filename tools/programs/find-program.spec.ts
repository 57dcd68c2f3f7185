import { describe, expect, it } from '@jest/globals';
import { programCandidates } from './find-program.mjs';
import { packagesToInstall } from './unpack-packages.mjs';

describe('looking for a program', () => {
  it('looks on PATH before the folders of the system', () => {
    expect(programCandidates('haproxy', '/opt/bin:/usr/sbin:')).toEqual([
      '/opt/bin/haproxy',
      '/usr/sbin/haproxy',
      '/usr/local/sbin/haproxy',
      '/sbin/haproxy',
    ]);
  });
});

describe('unpacking packages', () => {
  it('takes what an installation would add, in the versions it would take', () => {
    const simulation = [
      'NOTE: This is only a simulation!',
      'Inst libaio1 (0.3.113-4 Debian:12.1/stable [amd64])',
      'Inst mariadb-server-core [1:10.11.6-0] (1:10.11.19-0+deb12u1 Debian:12.1/stable [amd64])',
      'Conf libaio1 (0.3.113-4 Debian:12.1/stable [amd64])',
    ].join('\n');
    expect(packagesToInstall(simulation)).toEqual([
      'libaio1=0.3.113-4',
      'mariadb-server-core=1:10.11.19-0+deb12u1',
    ]);
  });
});
