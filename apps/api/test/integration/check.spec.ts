import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import '../support/patience.js';
import { setUpStore } from '../support/bare-store.js';
import { createTestDatabase } from '../support/test-database.js';

const program = fileURLToPath(new URL('../../dist/check.js', import.meta.url));

const store = setUpStore();

const check = (
  databaseUrl: string,
  ...options: string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...options],
      { env: { DATABASE_URL: databaseUrl } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

describe('The program that checks the rows', () => {
  it('says what it looked at and what contradicts what', async () => {
    expect(await check(store.databaseUrl)).toEqual({
      code: 0,
      stdout: 'There are no tasks.\nNothing contradicts itself.\n',
      stderr: '',
    });
    const [id = ''] = await store.enqueue([{ thread: 'a' }]);
    const sound = 'Looked at 1 members of threads, 1 threads, 1 live tasks.\nNothing contradicts itself.\n';
    expect(await check(store.databaseUrl)).toEqual({ code: 0, stdout: sound, stderr: '' });

    await store.byHand('UPDATE tasks SET ready_at = NULL WHERE id = ?', [id]);
    const damaged = await check(store.databaseUrl, '--json');
    expect(damaged.code).toBe(1);
    expect(JSON.parse(damaged.stdout)).toEqual({
      contradictions: [
        expect.stringMatching(
          new RegExp(`^Nobody runs in thread \\w+, but its head, task ${id}, is not offered.$`),
        ),
        'Queue orders has 1 tasks waiting, but its counters say 0.',
      ],
      lookedAt: { 'members of threads': 1, threads: 1, 'live tasks': 1 },
    });
    expect((await check(store.databaseUrl)).stdout).toContain('Contradictions: 2;');
  });

  it('tells a database that it cannot look at from one that is sound', async () => {
    const absent = new URL(store.databaseUrl);
    absent.pathname = '/spool_that_is_not_there';
    for (const url of [absent.href, 'nonsense']) {
      const { code, stdout, stderr } = await check(url);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^The database cannot be checked\. .*(spool_that_is_not_there|DATABASE_URL)/s);
    }
    const empty = await createTestDatabase();
    expect(await check(empty.url)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Its schema is not that of this version'),
    });
    await empty.drop();
  });
});
