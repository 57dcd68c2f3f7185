import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import type { DataSource } from 'typeorm';
import { createApplication, type SpoolApplication } from '../../src/create-application.js';
import { BorrowedConnection } from '../../src/platform/database/borrowed-connection.js';
import { connectDataSource } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { Pulse } from '../../src/platform/database/pulse.js';
import { insertMark, MarkQuestion, newMark } from '../../src/platform/database/transaction-mark.js';
import { expectCleanAudit } from '../support/auditor.js';
import { callerOf, type Call } from '@spool/test-bed/caller.js';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { TaskCalls } from '../support/task-calls.js';
import { TroubledWay } from '@spool/test-bed/troubled-way.js';

let spool: TestSpool;
let way: TroubledWay;
let application: SpoolApplication;
let call: Call;
let tasks: TaskCalls;

beforeAll(async () => {
  spool = await startSpool();
  way = await TroubledWay.to(spool.databaseUrl);
  application = await createApplication({ ...spool.config, databaseUrl: way.url });
  call = callerOf(await application.listen(), spool.apiKey);
  tasks = new TaskCalls(call);
});

afterEach(async () => {
  way.thaw();
  await expectCleanAudit(spool);
});

afterAll(async () => {
  way.heal();
  await application.close();
  way.close();
  await spool.close();
});

/** Silence of 5 s, a question of 3 s, and what a loaded machine adds. */
const longestMs = 9_500;
const atOnceMs = 500;

const unavailable = { status: 503, code: 'unavailable', mayBeRetried: true };

const timed = async (path: string, body: unknown) => {
  const startedAt = performance.now();
  const { status, body: problem, headers } = await call<Problem>('POST', path, body);
  const answer = { status, code: problem.code, mayBeRetried: headers.has('retry-after') };
  return { answer, tookMs: performance.now() - startedAt };
};

describe('A database that has fallen silent', () => {
  it('ends every call with a clean 503 in time, further ones at once, and takes up where it was', async () => {
    const queue = freshName('queue');
    await tasks.putQueue(queue);
    await tasks.enqueueBatch(queue, [{ threadId: queue }, { threadId: queue }, {}]);
    const [held, free] = await tasks.dequeue(queue, { max: 10, keepaliveTimeoutMs: 600_000 });
    if (held === undefined || free === undefined) throw new Error('Two tasks were expected.');
    way.freeze();

    const lease = { items: [{ id: held.id, leaseToken: held.leaseToken }] };
    const freeLease = { items: [{ id: free.id, leaseToken: free.leaseToken }] };
    const asked = [
      timed(`/v1/queues/${queue}/tasks`, { payload: 'while silent' }),
      timed(`/v1/queues/${queue}/dequeue`, { workerId: 'worker-1' }),
      timed('/v1/tasks/complete', lease),
      timed('/v1/tasks/keepalive', freeLease),
    ];
    const readyAt = performance.now();
    expect((await call('GET', '/health/ready')).status).toBe(503);
    expect(performance.now() - readyAt).toBeLessThan(2_000 + atOnceMs);
    for (const { answer, tookMs } of await Promise.all(asked)) {
      expect(answer).toEqual(unavailable);
      expect(tookMs).toBeLessThan(longestMs);
    }
    const later = await Promise.all(Array.from({ length: 20 }, () => timed('/v1/tasks/complete', lease)));
    const refused = later.filter(({ tookMs }) => tookMs < atOnceMs);
    expect(later.map(({ answer }) => answer)).toEqual(later.map(() => unavailable));
    // Those that were let through to find out, and who came with them, take longer.
    expect(refused.length).toBeGreaterThan(later.length / 2);

    way.thaw();
    await eventually('readiness', async () =>
      (await call('GET', '/health/ready')).status === 200 ? true : null,
    );
    expect(await tasks.keepalive([free])).toMatchObject([{ status: 'ok' }]);
    expect(await tasks.complete([held, free])).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    expect(await tasks.dequeue(queue, { max: 10 })).toHaveLength(1);
  });
});

const impatient = { silenceMs: 200, questionMs: 2_000 };
const createNotes = 'CREATE TABLE IF NOT EXISTS notes (id INT AUTO_INCREMENT PRIMARY KEY)';

describe('A connection that has fallen silent', () => {
  let dataSource: DataSource;
  let database: Database;

  beforeAll(async () => {
    dataSource = await connectDataSource({ url: way.url, poolSize: 3 });
    database = new Database(dataSource, undefined, new Pulse({ url: way.url }, impatient));
    await database.read((sql) => sql.change(createNotes));
  });

  afterAll(async () => {
    await database.read((sql) => sql.change('DROP TABLE notes'));
    await dataSource.destroy();
  });

  const countNotes = async (): Promise<number> => {
    const [row] = await database.read((sql) =>
      sql.rows<{ count: number | string }>('SELECT COUNT(*) AS count FROM notes'),
    );
    return Number(row?.count);
  };

  it('is waited for while the server is at work for it', async () => {
    const startedAt = performance.now();
    await database.read((sql) => sql.rows('SELECT SLEEP(1.5)'));
    expect(performance.now() - startedAt).toBeGreaterThan(1_400);
  });

  it('is given up when the server is not, and what it was to do is done once, over another', async () => {
    let runs = 0;
    await database.write(async (sql) => {
      runs += 1;
      await sql.rows('SELECT 1');
      if (runs === 1) way.freezeOpen();
      await sql.change('INSERT INTO notes () VALUES ()');
    });
    way.reset();
    expect([runs, await countNotes()]).toEqual([2, 1]);
  });
});

describe('The question whether a transaction took effect', () => {
  const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  let connection: BorrowedConnection;

  beforeAll(async () => {
    const { dataSource } = spool.database;
    connection = await BorrowedConnection.borrow(dataSource, new Pulse({ url: spool.databaseUrl }));
  });

  afterAll(() => connection.giveBack());

  const query = (statement: string, parameters: readonly unknown[] = []) =>
    connection.query(statement, parameters);

  /** Asks, loses the answer, and asks again. */
  const askTwice = async (mark: Buffer): Promise<boolean> => {
    const question = new MarkQuestion(mark);
    const losing = async (...asked: Parameters<typeof query>): Promise<never> => {
      await query(...asked);
      throw lost;
    };
    await expect(question.ask({ query: losing })).rejects.toThrow(lost.message);
    return await question.ask({ query });
  };

  it('is answered no, also when its first answer was lost', async () => {
    expect(await askTwice(newMark())).toBe(false);
  });

  it('is answered yes, also when its first answer was lost', async () => {
    const mark = newMark();
    await query(insertMark, [mark]);
    expect(await askTwice(mark)).toBe(true);
  });
});
