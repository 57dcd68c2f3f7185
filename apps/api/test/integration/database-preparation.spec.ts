import '../support/patience.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { connectDataSource } from '../../src/platform/database/data-source.js';
import { MigrationLock } from '../../src/platform/database/migration-lock.js';
import { prepareDatabase } from '../../src/platform/database/prepare-database.js';
import { requireRowLocks } from '../../src/platform/database/row-lock-probe.js';
import { migrations } from '../../src/store/migrations/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await connectDataSource({ url: database.url, poolSize: 2 }, migrations);
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

const prepare = (afterMigrations: () => Promise<void>): Promise<void> =>
  prepareDatabase({ server: { url: database.url }, waitMs: 0, afterMigrations });

describe('The migrations’ lock', () => {
  it('lets one replica in at a time, however many come at once', async () => {
    let inside = 0;
    let most = 0;
    let visits = 0;
    const visit = async (): Promise<void> => {
      inside += 1;
      visits += 1;
      most = Math.max(most, inside);
      await dataSource.query('SELECT SLEEP(0.1)');
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => prepare(visit)));
    expect([visits, most]).toEqual([6, 1]);
  });

  it('is waited for beyond the time that one statement waits for a lock', async () => {
    const lock = await MigrationLock.acquire({ url: database.url });
    const events: string[] = [];
    const second = MigrationLock.acquire({ url: database.url }).then((acquired) => {
      events.push('acquired');
      return acquired;
    });
    await dataSource.query('SELECT SLEEP(4)');
    events.push('released');
    await lock.release();
    await (await second).release();
    expect(events).toEqual(['released', 'acquired']);
  });

  it('is free again after what it guarded has failed', async () => {
    await expect(prepare(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    let isPrepared = false;
    await prepare(() => {
      isPrepared = true;
      return Promise.resolve();
    });
    expect(isPrepared).toBe(true);
  });
});

describe('The probe for row locks', () => {
  it('is content with a server that refuses a locked row', async () => {
    const lock = await MigrationLock.acquire({ url: database.url });
    await expect(requireRowLocks(dataSource)).resolves.toBeUndefined();
    await lock.release();
  });

  it('refuses a server that hands a locked row out', async () => {
    const lock = await MigrationLock.acquire({ url: database.url });
    await lock.release();
    await expect(requireRowLocks(dataSource)).rejects.toThrow(
      'hands out a row that another connection has locked',
    );
  });
});
