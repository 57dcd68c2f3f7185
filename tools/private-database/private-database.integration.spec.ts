import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { usePrivateDatabase } from './private-database.mjs';
import { startPrivateDatabase } from './test-database.mjs';

jest.setTimeout(120_000);

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'spool-private-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function execute(url: string, statement: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(statement);
    return rows;
  } finally {
    await connection.end();
  }
}

describe('a disposable database', () => {
  it('keeps what was committed through SIGKILL, at the same address', async () => {
    const first = await startPrivateDatabase({ directory });
    await execute(first.url, 'CREATE TABLE kept (id INT PRIMARY KEY)');
    await execute(first.url, 'INSERT INTO kept VALUES (41), (42)');
    await first.kill();
    await expect(execute(first.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    const second = await startPrivateDatabase({ directory, port: first.port });
    try {
      expect(await execute(second.url, 'SELECT id FROM kept')).toEqual([{ id: 41 }, { id: 42 }]);
    } finally {
      await second.stop();
    }
    expect(second.url).toBe(first.url);
  });
});

describe('the database of npm start', () => {
  const options = { report: () => undefined, signal: new AbortController().signal };

  it('is one server for two starts at once, locked by a password, and ends with the last of them', async () => {
    const starts = [usePrivateDatabase(directory, options), usePrivateDatabase(directory, options)];
    const [first, second] = await Promise.all(starts);
    try {
      expect(second?.url).toBe(first?.url);
      const url = new URL(first?.url ?? '');
      expect(await execute(url.href, 'SELECT DATABASE() AS name')).toEqual([{ name: 'spool' }]);
      for (const user of ['root', 'spool']) {
        const withoutPassword = `mysql://${user}@${url.host}/`;
        await expect(execute(withoutPassword, 'SELECT 1')).rejects.toThrow(/access denied|not allowed/i);
      }
      const credentials = await stat(path.join(directory, 'database', 'credentials.json'));
      expect((credentials.mode & 0o777).toString(8)).toBe('600');
      await first?.release();
      expect(await execute(url.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      await second?.release();
    }
    await expect(execute(first?.url ?? '', 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('comes back at the same address when it is killed', async () => {
    let announceReturn: () => void = () => undefined;
    const returned = new Promise<void>((resolve) => (announceReturn = resolve));
    const report = (message: string) => {
      if (message.includes('runs again')) announceReturn();
    };
    const database = await usePrivateDatabase(directory, { ...options, report });
    try {
      await execute(database.url, 'CREATE TABLE kept (id INT PRIMARY KEY)');
      const note = await readFile(path.join(directory, 'database', 'running.json'), 'utf8');
      const { pid }: { pid: number } = JSON.parse(note);
      process.kill(pid, 'SIGKILL');
      await returned;
      expect(await execute(database.url, 'SELECT COUNT(*) AS kept FROM kept')).toEqual([{ kept: 0 }]);
    } finally {
      await database.release();
    }
    await expect(execute(database.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('fits a folder that is too deep for a socket', async () => {
    const deep = path.join(directory, 'a-long-name-for-a-folder'.repeat(4), 'and-another-one'.repeat(4));
    const database = await usePrivateDatabase(deep, options);
    try {
      expect(await execute(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      await database.release();
    }
  });
});
