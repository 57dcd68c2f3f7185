import '../support/patience.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { connectDataSource } from '../../src/platform/database/data-source.js';
import { migrateDown, migrateUp } from '../../src/platform/database/migrating.js';
import { migrations } from '../../src/store/migrations/index.js';
import { expectCleanAudit } from '../support/auditor.js';
import { deadId, fillFirstSchema, heldLease, readFirstColumns, readRows } from '../support/first-schema.js';
import { Interruption, watchedRunner } from '../support/interrupted-runner.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { SteadyLoad } from '../support/steady-load.js';
import { raisesFloor, takesAway } from '../support/takes-away.js';
import { TaskCalls } from '../support/task-calls.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let dataSource: DataSource;
let group: ReplicaGroup;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await connectDataSource({ url: database.url, poolSize: 2 }, migrations);
  group = await ReplicaGroup.make({ databaseUrl: database.url });
});

afterEach(async () => {
  await group.close();
  await dataSource.destroy();
  await database.drop();
});

/** Brings the database to where the first `count` migrations leave it. */
const migrateTo = async (count: number): Promise<void> => {
  const partly = await connectDataSource({ url: database.url, poolSize: 1 }, migrations.slice(0, count));
  try {
    await migrateUp(partly);
  } finally {
    await partly.destroy();
  }
};

const steps = migrations.map((_, index) => index + 1);

/** A migration of a version to come. */
const nextMigration = 'AddNextVersion9999999999999';

const tableNames = async (): Promise<string[]> => {
  const tables: object[] = await dataSource.query('SHOW TABLES');
  return tables.flatMap((row) => Object.values(row)).map(String);
};

const readSchemaText = async (): Promise<string[]> => {
  const texts = await Promise.all(
    (await tableNames()).map(async (name) => {
      const [row]: object[] = await dataSource.query(`SHOW CREATE TABLE ${name}`);
      return String(Object.values(row ?? {})[1]).replace(/ AUTO_INCREMENT=\d+/, '');
    }),
  );
  return texts.sort();
};

const insertTask = `
  INSERT INTO tasks (queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes)
  VALUES (1, 0, 1, NOW(3), NOW(3), 'null', 4)`;
const insertLease = `
  INSERT INTO leases (slot, task_id, queue_id, worker_id, started_at, expires_at)
  VALUES (X'00000000000000000000000000000001', 1, 1, 'worker-1', NOW(3), NOW(3))`;

const nextIds = async (): Promise<bigint[]> => {
  const lastId = async (statement: string): Promise<bigint> => {
    await dataSource.query(statement);
    const [row]: { id: string }[] = await dataSource.query('SELECT LAST_INSERT_ID() AS id');
    return BigInt(row?.id ?? 0);
  };
  const id = await lastId(insertTask);
  await dataSource.query(insertLease);
  const [lease]: { token: string }[] = await dataSource.query('SELECT MAX(token) AS token FROM leases');
  return [id, BigInt(lease?.token ?? 0)];
};

describe('A database of the first migration, with rows of each kind', () => {
  it('comes up step by step and goes down again with every row as it was; then a replica serves it', async () => {
    await migrateTo(1);
    await fillFirstSchema(dataSource);
    const columns = await readFirstColumns(dataSource);
    const before = await readRows(dataSource, columns);
    for (const count of steps) {
      await migrateTo(count);
      expect(await readRows(dataSource, columns)).toEqual(before);
    }
    for (const _ of steps.slice(1)) {
      await migrateDown(dataSource);
      expect(await readRows(dataSource, columns)).toEqual(before);
    }

    const [calls] = (await group.start(1)).map(({ call }) => new TaskCalls(call));
    if (calls === undefined) throw new Error('No replica runs.');
    expect(await calls.complete([heldLease])).toEqual([
      { id: heldLease.id, status: 'ok', promoted: expect.any(String) },
    ]);
    expect((await calls.restart({ ids: [deadId] })).map(({ status }) => status)).toEqual(['ok']);
    const next = await calls.dequeue('orders', { max: 10 });
    expect(next.map(({ threadId }) => String(threadId)).sort()).toEqual([
      heldLease.threadId,
      'null',
      'null',
      'retried',
    ]);
    expect(next.every(({ leaseToken }) => BigInt(leaseToken) > BigInt(heldLease.leaseToken))).toBe(true);
    await calls.complete(next);
    await expectCleanAudit({ database: await group.connect() });
  });
});

describe('A replica', () => {
  it('serves on while the next version adds to every table under load', async () => {
    const [replica] = await group.start(1);
    if (replica === undefined) throw new Error('No replica runs.');
    await new TaskCalls(replica.call).putQueue('orders');
    const load = SteadyLoad.start({ url: replica.url, apiKey: group.apiKey, queue: 'orders' });
    await load.untilMore(100);
    for (const table of await tableNames())
      await dataSource.query(`ALTER TABLE ${table} ADD COLUMN next_version VARCHAR(10) NULL`);
    await dataSource.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, '${nextMigration}')`,
    );
    await load.untilMore(100);
    const newer = await replica.call('GET', '/health/ready');
    await load.finish();

    expect([newer.status, newer.body]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', migrations: `newer: ${nextMigration}` } },
    ]);
    const { failures, ledger } = load;
    expect([failures, ledger.violations, ledger.notRunOnce]).toEqual([[], [], []]);
    await expectCleanAudit({ database: await group.connect() }, { acceptedIds: ledger.acknowledgedIds });

    await dataSource.query('UPDATE schema_floor SET floor = 9999999999999');
    const tooNew = await replica.call('GET', '/health/ready');
    expect([tooNew.status, tooNew.body]).toEqual([
      503,
      {
        status: 'unavailable',
        checks: { database: 'ok', migrations: `the schema is too new for this replica: ${nextMigration}` },
      },
    ]);
    await expect(group.start(1)).rejects.toThrow('start a newer version');
  });
});

describe('The migrations', () => {
  it('give ids and tokens on from where they were when all of them went down and up again', async () => {
    await migrateUp(dataSource);
    await dataSource.query('ALTER TABLE tasks AUTO_INCREMENT = 7000');
    await dataSource.query('ALTER TABLE leases AUTO_INCREMENT = 9000');
    const before = await nextIds();
    for (const _ of steps) await migrateDown(dataSource);
    await migrateUp(dataSource);
    const after = await nextIds();
    expect(before).toEqual([7_000n, 9_000n]);
    expect(after).toEqual([7_001n, 9_001n]);
  });

  it('carry on where they were interrupted, after whichever statement, up and down', async () => {
    await migrateUp(dataSource);
    const whole = await readSchemaText();
    for (const _ of steps) await migrateDown(dataSource);
    expect((await tableNames()).sort()).toEqual(['migrations', 'next_ids']);

    const runner = dataSource.createQueryRunner();
    const runInterrupted = async (step: (watched: typeof runner) => Promise<unknown>): Promise<void> => {
      for (let endsAfter = 1; ; endsAfter += 1) {
        try {
          await step(watchedRunner(runner, { endsAfter }));
          return;
        } catch (error) {
          if (!(error instanceof Interruption)) throw error;
        }
      }
    };
    const inOrder = migrations.map((migration) => new migration());
    for (const migration of inOrder) await runInterrupted((watched) => migration.up(watched));
    expect(await readSchemaText()).toEqual(whole);
    for (const migration of inOrder.toReversed()) await runInterrupted((watched) => migration.down(watched));
    for (const migration of inOrder) await migration.up(runner);
    expect(await readSchemaText()).toEqual(whole);
    await runner.release();
  });

  it('take nothing away that the version before needs, unless they raise the floor first', async () => {
    const runner = dataSource.createQueryRunner();
    const offences: string[] = [];
    for (const migration of migrations.map((one) => new one())) {
      const ran: string[] = [];
      const onStatement = (text: string): void => void ran.push(text);
      await migration.up(watchedRunner(runner, { onStatement, endsAfter: Infinity }));
      const first = ran.findIndex(takesAway);
      const floor = ran.findIndex(raisesFloor);
      if (first >= 0 && (floor < 0 || floor > first)) offences.push(`${migration.name}: ${ran[first]}`);
    }
    await runner.release();
    expect(offences).toEqual([]);
  });
});

describe('The rule about taking away', () => {
  it.each([
    'ALTER TABLE tasks DROP COLUMN type',
    'ALTER TABLE tasks ADD COLUMN a INT NULL, ADD COLUMN b INT NOT NULL',
    'ALTER TABLE tasks MODIFY COLUMN type VARCHAR(10) NOT NULL',
    'ALTER TABLE tasks RENAME COLUMN type TO kind',
    'ALTER TABLE tasks CHANGE COLUMN type kind INT',
    'ALTER TABLE tasks DROP KEY tasks_ready, ADD KEY tasks_soon (ready_at)',
    'DROP TABLE workers',
  ])('knows %s', (statement) => expect(takesAway(statement)).toBe(true));

  it.each([
    'ALTER TABLE tasks ADD COLUMN a INT NULL, ADD COLUMN b INT NOT NULL DEFAULT 0',
    'ALTER TABLE tasks DROP KEY tasks_ready, ADD KEY tasks_ready (ready_at)',
    'CREATE TABLE more (id INT NOT NULL, PRIMARY KEY (id))',
  ])('lets %s pass', (statement) => expect(takesAway(statement)).toBe(false));
});
