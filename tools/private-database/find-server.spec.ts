import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findServers, inspectServer, serverCandidates } from './find-server.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spool-servers-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that answers as a server of that version does, to a server's first option only. */
async function makeServer(name: string, version: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n[ "$1" = --no-defaults ] && echo "${name}  Ver ${version} for Linux"\n`);
  await chmod(file, 0o755);
  return file;
}

describe('looking for a database server', () => {
  it('looks on PATH before the folders of the system, for MariaDB before MySQL', () => {
    expect(serverCandidates('/opt/bin:/usr/sbin:')).toEqual([
      '/opt/bin/mariadbd',
      '/usr/sbin/mariadbd',
      '/usr/local/sbin/mariadbd',
      '/usr/libexec/mariadbd',
      '/opt/bin/mysqld',
      '/usr/sbin/mysqld',
      '/usr/local/sbin/mysqld',
      '/usr/libexec/mysqld',
    ]);
  });

  it('takes one of each kind, by what they say and not by their names', async () => {
    const mariadb = await makeServer('mariadbd', '11.4.2-MariaDB');
    const mysql = await makeServer('mysqld', '9.7.4');
    const found = findServers({ searchPath: folder }).map(({ kind, binary }) => [kind, binary]);
    expect(found).toEqual([
      ['mariadb', mariadb],
      ['mysql', mysql],
    ]);
  });

  it('does not take a link to MariaDB for MySQL', async () => {
    const mariadb = await makeServer('mariadbd', '11.4.2-MariaDB');
    await symlink(mariadb, path.join(folder, 'mysqld'));
    expect(findServers({ searchPath: folder }).filter(({ binary }) => binary.startsWith(folder))).toEqual([
      expect.objectContaining({ kind: 'mariadb', binary: mariadb }),
    ]);
  });

  it('prefers the server that was named', async () => {
    await makeServer('mariadbd', '11.4.2-MariaDB');
    const named = await makeServer('my-own-mariadbd', '10.6.1-MariaDB');
    expect(findServers({ named: [named], searchPath: folder })[0]).toMatchObject({ binary: named });
  });

  it('refuses a named server that is none', async () => {
    const old = await makeServer('mysqld-5.7', '5.7.44');
    expect(() => findServers({ named: [old] })).toThrow(`${old} is no MariaDB 10.6 or MySQL 8.0.13 server`);
    expect(() => findServers({ named: [path.join(folder, 'nothing')] })).toThrow('is no MariaDB 10.6');
  });

  it('passes over a binary that does not run', async () => {
    const broken = path.join(folder, 'mysqld');
    await writeFile(broken, 'not a program');
    expect(inspectServer(broken)).toBeUndefined();
  });
});
