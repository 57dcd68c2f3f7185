import '../support/patience.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrateDown, underMigrationLock } from '../../src/platform/database/migrating.js';
import { migrations } from '../../src/store/migrations/index.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { runProgram } from '../support/run-program.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const names = migrations.map((migration) => new migration().name);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const migrate = (...options: string[]) => runProgram('migrate', options, database.url);

const marked = (word: string, some: readonly string[]): string[] => some.map((name) => `${word}  ${name}`);

describe('The program migrate', () => {
  it('tells what is missing, what it would run, and runs it', async () => {
    const behind = [...marked('missing', names), 'Bring it up to date with: migrate.js up'];
    expect(await migrate('status')).toEqual({ code: 1, lines: behind });
    expect(await migrate('up', '--dry-run')).toEqual({
      code: 1,
      lines: [...marked('would run', names), ...behind],
    });
    const current = { code: 0, lines: [...marked('applied', names), 'The schema is current.'] };
    expect(await migrate('up')).toEqual(current);
    expect(await migrate('status')).toEqual(current);
  });

  it('takes the newest back, one at a time, but never the first tables', async () => {
    await migrate('up');
    const last = names.at(-1) ?? '';
    expect((await migrate('down', '--dry-run')).lines[0]).toBe(`would take back  ${last}`);
    expect((await migrate('down')).lines).toContain(`missing  ${last}`);
    await underMigrationLock({ url: database.url }, async (dataSource) => {
      for (const _ of names.slice(3)) await migrateDown(dataSource);
    });
    const refused = await migrate('down');
    expect(refused).toEqual({ code: 2, lines: [expect.stringContaining('drop the database instead')] });
  });

  it('says how it is called', async () => {
    expect(await migrate('sideways')).toEqual({ code: 2, lines: [expect.stringMatching(/^Usage: /)] });
    expect(await migrate('up', '--force')).toEqual({ code: 2, lines: [expect.stringMatching(/^Usage: /)] });
  });
});

describe('A replica with SPOOL_MIGRATIONS=manual', () => {
  it('does not start before the migrations ran, and starts then', async () => {
    const environment = { SPOOL_MIGRATIONS: 'manual' };
    const group = await ReplicaGroup.make({ databaseUrl: database.url, environment });
    try {
      await expect(group.start(1)).rejects.toThrow('run node apps/api/dist/migrate.js up');
      await migrate('up');
      const [replica] = await group.start(1);
      expect((await replica?.call('GET', '/health/ready'))?.status).toBe(200);
    } finally {
      await group.close();
    }
  });
});
