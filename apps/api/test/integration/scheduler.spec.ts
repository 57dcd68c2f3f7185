import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ExpireLeases } from '../../src/maintenance/expire-leases.js';
import type { SpoolApplication } from '../../src/create-application.js';
import { TrafficLog } from '../../src/store/traffic-log.js';
import { expectCleanAudit } from '../support/auditor.js';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { lapseAtOnce } from '../support/lapses.js';
import { holdOpen } from '../support/outside-session.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';

const manyTasks = (count: number, threadId?: string) =>
  Array.from({ length: count }, (_, index) =>
    threadId !== undefined && index % 2 === 0 ? { threadId: `${threadId}-${index}` } : {},
  );

const readCounter = async ({ parts }: SpoolApplication, name: string, label = ''): Promise<number> => {
  const values = (await parts.metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
  return values
    .filter(({ labels }) => label === '' || Object.values(labels).includes(label))
    .reduce((sum, { value }) => sum + value, 0);
};

describe('Sweeps on several replicas', () => {
  let spool: TestSpool;
  let calls: TaskCalls;
  let applications: readonly SpoolApplication[];

  beforeAll(async () => {
    spool = await startSpool({ environment: { SPOOL_EXPIRE_LEASES_INTERVAL_MS: '10' } });
    const siblings = [await spool.startSibling(), await spool.startSibling()];
    applications = [spool, ...siblings].map(({ application }) => application);
    calls = new TaskCalls(spool.call);
  });

  afterEach(() => expectCleanAudit(spool));

  afterAll(() => spool.close());

  const countLapses = (): number => {
    const totals = applications.map(({ app }) => app.get(TrafficLog).sinceStart.total());
    return totals.reduce((sum, { counts }) => sum + counts.lapsed, 0);
  };

  it.each([
    { outcome: 'retries', maxAttempts: 5, state: 'ENQUEUED' },
    { outcome: 'dies', maxAttempts: 1, state: 'DEAD' },
  ])('T35: slower than their interval expire each of 200 lapsed tasks once: it $outcome', async (given) => {
    const queue = freshName('queue');
    const { maxAttempts, state } = given;
    await calls.putQueue(queue, { maxAttempts, backoff: { type: 'fixed', initialMs: 3_600_000 } });
    const ids = idsOf(await calls.enqueueBatch(queue, manyTasks(200, freshName('thread'))));
    const held = await calls.dequeue(queue, { max: 200 });
    expect(held).toHaveLength(200);
    const before = countLapses();

    // A sweep that must wait for one task is slower than any interval, and every replica begins another meanwhile.
    const session = await holdOpen(spool, 'SELECT id FROM tasks WHERE id = ? FOR UPDATE', [ids[100] ?? '']);
    await lapseAtOnce(spool, ids);
    await session.untilBlocked('SELECT t.id, t.queue_id, t.thread_key, t.thread_id');
    await session.end();
    await eventually('200 lapses', async () => (countLapses() - before >= 200 ? true : null));

    // Whoever swept last has seen that nothing was left.
    await Promise.all(applications.map(({ app }) => app.get(ExpireLeases).run()));
    expect(countLapses() - before).toBe(200);
    const tasks = await calls.tasks({ queue, state, limit: '200' });
    expect(idsOf(tasks)).toEqual(ids.toReversed());
    expect(new Set(tasks.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    const attempts = await spool.database.read((sql) =>
      sql.rows<{ task_id: string; lapsed: number }>(
        'SELECT task_id, lapsed FROM failed_attempts WHERE task_id IN (?) ORDER BY task_id',
        [ids],
      ),
    );
    expect(attempts).toEqual(ids.map((id) => ({ task_id: id, lapsed: 1 })));
  });

  it('T36: go on after a sweep that throws', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue, { maxAttempts: 1 });
    const [task] = await calls.enqueueBatch(queue, [{}]);
    await calls.takeOne(queue);
    await spool.database.write((sql) => sql.change('RENAME TABLE leases TO leases_out_of_reach'));
    await eventually('sweeps that fail on every replica', async () => {
      const failures = await Promise.all(
        applications.map((application) =>
          readCounter(application, 'spool_job_failures_total', 'expire-leases'),
        ),
      );
      return failures.every((count) => count > 1) ? true : null;
    });
    await spool.database.write((sql) => sql.change('RENAME TABLE leases_out_of_reach TO leases'));
    await lapseAtOnce(spool, [task?.id ?? '']);
    await eventually('the lapse of the task', async () => {
      const { state } = await calls.task(task?.id ?? '');
      return state === 'DEAD' ? true : null;
    });
  });

  it('T36: process every row but a poisoned one, sweep after sweep', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue, { maxAttempts: 2, backoff: { type: 'fixed', initialMs: 3_600_000 } });
    const ids = idsOf(await calls.enqueueBatch(queue, manyTasks(60, freshName('thread'))));
    await calls.dequeue(queue, { max: 60 });
    const poisoned = ids[30] ?? '';
    const setBackoff = (backoff: string | null): Promise<unknown> =>
      spool.database.write((sql) =>
        sql.change('UPDATE tasks SET backoff = ? WHERE id = ?', [backoff, poisoned]),
      );
    await setBackoff('{ no JSON');
    const areRetried = (some: readonly string[]) =>
      eventually('retries of all but the poisoned task', async () => {
        const retried = new Set(idsOf(await calls.tasks({ queue, state: 'ENQUEUED', limit: '200' })));
        return some.every((id) => retried.has(id)) ? true : null;
      });

    await lapseAtOnce(spool, ids.slice(0, 40));
    await areRetried(ids.slice(0, 40).filter((id) => id !== poisoned));
    await lapseAtOnce(spool, ids.slice(40));
    await areRetried(ids.slice(40));
    expect((await calls.task(poisoned)).state).toBe('IN_PROGRESS');
    await setBackoff(null);
    await areRetried([poisoned]);
    expect((await calls.task(poisoned)).history).toHaveLength(1);
  });
});

describe('One sweep', () => {
  let spool: TestSpool;
  let calls: TaskCalls;
  let job: ExpireLeases;

  beforeAll(async () => {
    spool = await startSpool({ environment: { SPOOL_EXPIRE_LEASES_INTERVAL_MS: '60000' } });
    calls = new TaskCalls(spool.call);
    job = spool.application.app.get(ExpireLeases);
  });

  afterAll(() => spool.close());

  const takeAll = async (queue: string, count: number): Promise<string[]> => {
    const taken: string[] = [];
    while (taken.length < count) {
      const tasks = await calls.dequeue(queue, { max: 500 });
      if (tasks.length === 0) throw new Error(`${taken.length} of ${count} tasks were there.`);
      taken.push(...idsOf(tasks));
    }
    return taken;
  };

  it('T40: finds ten lapsed tasks behind more healthy ones than a page holds, and leaves those alone', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue, { keepaliveTimeoutMs: 86_400_000 });
    for (let batch = 0; batch < 3; batch += 1) await calls.enqueueBatch(queue, manyTasks(700));
    const healthy = await takeAll(queue, 2_100);
    const lapsed = idsOf(await calls.enqueueBatch(queue, manyTasks(10, freshName('thread'))));
    await takeAll(queue, 10);
    await lapseAtOnce(spool, lapsed);

    expect(await job.run()).toBe(10);
    for (const id of lapsed) expect(await calls.task(id)).toMatchObject({ state: 'ENQUEUED', attempt: 1 });
    const inProgress = await spool.database.read((sql) =>
      sql.rows<{ task_id: string }>('SELECT task_id FROM leases ORDER BY task_id'),
    );
    expect(inProgress.map((row) => row.task_id)).toEqual(healthy);
    expect(await job.run()).toBe(0);
    for (let from = 0; from < healthy.length; from += 1_000)
      await calls.delete(healthy.slice(from, from + 1_000));
    await expectCleanAudit(spool, { acceptedIds: lapsed, deletedIds: healthy });
  });

  it('goes on page after page when thousands of leases lapse at the same instant, and expires each once', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue, { backoff: { type: 'fixed', initialMs: 3_600_000 } });
    const threadId = freshName('thread');
    for (let batch = 0; batch < 5; batch += 1)
      await calls.enqueueBatch(queue, manyTasks(900, `${threadId}-${batch}`));
    const held = await takeAll(queue, 4_500);
    await spool.database.write((sql) =>
      sql.change(
        'UPDATE leases SET expires_at = NOW(3) WHERE queue_id = (SELECT id FROM queues WHERE name = ?)',
        [queue],
      ),
    );
    const start = performance.now();
    expect(await job.run()).toBe(held.length);
    expect(performance.now() - start).toBeLessThan(30_000);
    const [row] = await spool.database.read((sql) =>
      sql.rows<{ attempts: string | number }>(
        'SELECT COUNT(*) AS attempts FROM failed_attempts WHERE lapsed = 1',
      ),
    );
    expect(Number(row?.attempts)).toBe(held.length + 10);
    await expectCleanAudit(spool, { acceptedIds: held });
  });
});
