import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startFaultyReplica, type FaultyReplica } from '../support/faulty-replica.js';
import { freshName } from '../support/fresh-names.js';
import { callerForQueues } from '../support/queue-keys.js';
import { scrapeWith, type Scrape } from '../support/scrape.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const guide = new URL('../../../../docs/metrics.md', import.meta.url);
const hourMs = 3_600_000;

const spool = setUpSpool({ environment: { SPOOL_METRICS_QUEUES: '3' } });
const calls = new TaskCalls(spool.call);

/** What is read of the database is told for five seconds: a scrape that shows a change comes in time. */
const untilSeen = (name: string, labels: object, atLeast: number): Promise<Scrape> =>
  eventually(`${name} ${JSON.stringify(labels)} at ${atLeast}`, async () => {
    const scrape = await scrapeWith(spool.call);
    return (scrape.value(name, labels) ?? -1) >= atLeast ? scrape : null;
  });

describe('Metrics', () => {
  it('tell of queues as the database knows them, and of what this replica did', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue, { maxAttempts: 2, backoff: { type: 'fixed', initialMs: hourMs } });
    await calls.enqueueBatch(queue, [{}, {}, { maxAttempts: 1 }, { delayMs: hourMs }]);
    const [completed, retried, dead] = await calls.dequeue(queue, { max: 4 });
    if (completed === undefined || retried === undefined || dead === undefined)
      throw new Error('Three tasks were ready.');
    await calls.complete([completed]);
    await calls.fail([retried, dead]);
    await calls.enqueue(queue);
    await calls.takeOne(queue, { keepaliveTimeoutMs: 1_000 });
    const waiting = calls.dequeue(queue, { waitMs: 30_000 });

    const scrape = await untilSeen('spool_queue_tasks', { queue, phase: 'backoff' }, 2);
    await untilSeen('spool_dequeue_callers', {}, 1);
    await calls.enqueue(queue);
    await waiting;
    expect(scrape.value('spool_queue_tasks', { queue, phase: 'scheduled' })).toBe(1);
    expect(scrape.value('spool_queue_workers', { queue })).toBe(1);
    expect(scrape.value('spool_queue_oldest_ready_age_seconds', { queue })).toBe(0);
    const counted = ['enqueued', 'dequeued', 'completed', 'retried', 'died'].map((happening) =>
      scrape.value(`spool_tasks_${happening}_total`, { queue }),
    );
    expect(counted).toEqual([5, 4, 1, 2, 1]);
    expect(scrape.value('spool_lease_lapses_total', { queue })).toBe(1);
    expect(scrape.value('spool_task_wait_seconds_count', { queue })).toBe(4);
    expect(scrape.value('spool_task_run_seconds_bucket', { queue, le: '+Inf' })).toBe(4);
    expect(scrape.value('spool_task_run_seconds_sum', { queue })).toBeGreaterThan(1);
  });

  it('tell of transactions, connections and jobs', async () => {
    const scrape = await scrapeWith(spool.call);
    expect(scrape.value('spool_transaction_callers_count', { kind: 'settle' })).toBeGreaterThanOrEqual(2);
    expect(scrape.value('spool_transaction_duration_seconds_sum', { kind: 'enqueue' })).toBeGreaterThan(0);
    expect(scrape.value('spool_job_duration_seconds_count', { name: 'expire-leases' })).toBeGreaterThan(0);
    expect(scrape.value('spool_job_failures_total', { name: 'expire-leases' })).toBe(0);
    expect(scrape.value('spool_reconciliation_repairs_total', { kind: 'wrong_head' })).toBe(0);
    const main = { pool: 'main' };
    expect(scrape.value('spool_database_connections_limit', main)).toBe(spool.config.databasePoolSize);
    const open = ['in_use', 'idle'].map((state) =>
      scrape.value('spool_database_connections', { ...main, state }),
    );
    expect((open[0] ?? NaN) + (open[1] ?? NaN)).toBeGreaterThan(0);
  });

  it('tell who waits for a connection while all are in use', async () => {
    const { databasePoolSize } = spool.config;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const holding = Array.from({ length: databasePoolSize + 2 }, () => spool.database.write(() => ended));
    await untilSeen('spool_database_connections_waited_for', { pool: 'main' }, 2);
    const scrape = await untilSeen(
      'spool_database_connections',
      { pool: 'main', state: 'in_use' },
      databasePoolSize,
    );
    expect(scrape.value('spool_database_connections_waited_for', { pool: 'urgent' })).toBe(0);
    end();
    await Promise.all(holding);
  });

  it('tell of more queues than are told apart in one series', async () => {
    const before = await scrapeWith(spool.call);
    const missing = 3 - before.queues().length;
    for (let count = 0; count < missing; count += 1) await calls.putQueue(freshName('own'));
    const [one, two] = [freshName('folded'), freshName('folded')];
    for (const queue of [one, two]) {
      await calls.putQueue(queue);
      await calls.enqueue(queue);
    }
    const scrape = await untilSeen('spool_queue_tasks', { queue: '(other)', phase: 'ready' }, 2);
    expect(scrape.value('spool_queues_folded')).toBe(2);
    expect(scrape.value('spool_tasks_enqueued_total', { queue: '(other)' })).toBe(2);
    expect(scrape.queues()).not.toContain(one);
    expect(scrape.queues()).toHaveLength(4);

    const call = await callerForQueues(spool, [two], ['read']);
    const ofOne = await scrapeWith(call);
    expect(ofOne.queues()).toEqual([two]);
    expect(ofOne.value('spool_queues_folded')).toBe(0);
    expect(ofOne.value('spool_queue_tasks', { queue: two, phase: 'ready' })).toBe(1);
    expect((await (await callerForQueues(spool, ['*'], ['work']))('GET', '/metrics')).status).toBe(403);
  });

  it('are those of the guide, and the guide’s are those', async () => {
    const documented = (await readFile(guide, 'utf8')).matchAll(/^\| `(spool_\w+)` *\| (\w+)/gm);
    const told = (await scrapeWith(spool.call)).types();
    expect(Object.fromEntries([...documented].map(([, name, type]) => [name, type]))).toEqual(
      Object.fromEntries([...told].filter(([name]) => name.startsWith('spool_'))),
    );
  });
});

describe('Without a database', () => {
  let replica: FaultyReplica;

  beforeAll(async () => {
    replica = await startFaultyReplica(spool);
  });

  afterAll(async () => {
    await replica.proxy.heal();
    await replica.close();
  });

  const scrapeWithinASecond = async (): Promise<Scrape> => {
    const startedMs = performance.now();
    const scrape = await scrapeWith(replica.call);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    return scrape;
  };

  it.each(['refuses connections', 'is silent'])('a scrape has the process’ numbers: it %s', async (how) => {
    await replica.proxy.heal();
    await eventually('numbers of the database', async () =>
      (await scrapeWith(replica.call)).value('spool_database_reachable') === 1 ? true : null,
    );
    if (how === 'is silent') replica.proxy.delay(60_000);
    else replica.proxy.takeAway();
    const first = await scrapeWithinASecond();
    expect(first.value('spool_request_duration_seconds_count', { route: '/metrics' })).toBeGreaterThan(0);
    if (how === 'is silent') return;
    await eventually('word of the database', async () =>
      (await scrapeWithinASecond()).value('spool_database_reachable') === 0 ? true : null,
    );
  });
});
