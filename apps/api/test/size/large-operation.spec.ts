import { beforeAll, expect, it, jest } from '@jest/globals';
import { limits, type Problem } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { CallTimes, flatLimitMs } from '../support/call-times.js';
import { howMany } from '../support/how-many.js';
import { fillDlq } from '../support/many-dead.js';
import { OperationCalls } from '../support/operation-calls.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

jest.setTimeout(900_000);

/** What a client's patience is by default. */
const patienceMs = 30_000;
const rounds = 300;

const spool = setUpSpool();
const tasks = new TaskCalls(spool.call);
const operations = new OperationCalls(spool.call);

beforeAll(async () => {
  await tasks.putQueue('busy');
  await tasks.putQueue('broken');
});

/** What a worker and a producer of another queue notice. */
const timeOthers = async (): Promise<{ dequeues: CallTimes; keepalives: CallTimes }> => {
  const dequeues = new CallTimes();
  const keepalives = new CallTimes();
  for (let round = 0; round < rounds; round += 1) {
    await tasks.enqueueBatch('busy', [{}]);
    const held = await dequeues.of(() => tasks.dequeue('busy'));
    await keepalives.of(() => tasks.keepalive(held));
    await tasks.complete(held);
  }
  return { dequeues, keepalives };
};

it('a million dead tasks are covered within a call’s patience, one more is refused, and nobody else is slowed down', async () => {
  const most = howMany(limits.operationTasks);
  await fillDlq(spool.database, 'broken', most);
  const order = { action: 'restart', filter: { queue: 'broken' } } as const;
  const creation = new CallTimes();
  const preview = new CallTimes();
  const looks = new CallTimes();
  await timeOthers();
  const before = await timeOthers();

  expect(await preview.of(() => operations.preview(order))).toMatchObject({ eligible: most });
  const { id, total } = await creation.of(() => operations.create(order));
  expect(total).toBe(most);
  const during = await timeOthers();
  const running = await looks.of(() => operations.get(id));
  const measured = {
    createMs: Math.round(creation.p95Ms),
    previewMs: Math.round(preview.p95Ms),
    lookMs: Math.round(looks.p95Ms),
    doneMeanwhile: running.done,
    dequeueMs: [before.dequeues.p95Ms, during.dequeues.p95Ms],
    keepaliveMs: [before.keepalives.p95Ms, during.keepalives.p95Ms],
  };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
  expect(running.state).toBe('running');
  expect(creation.p95Ms).toBeLessThan(patienceMs);
  expect(during.dequeues.p95Ms).toBeLessThan(flatLimitMs(before.dequeues));
  expect(during.keepalives.p95Ms).toBeLessThan(flatLimitMs(before.keepalives));
  const cancelled = await operations.command(id, 'cancel');

  await fillDlq(spool.database, 'busy', cancelled.done + 1 + limits.operationTasks - most);
  const { status, body } = await spool.call<Problem>('POST', '/v1/operations', { ...order, filter: {} });
  expect([status, body.errors?.[0]?.path]).toEqual([400, '/filter']);
  expect(body.detail).toContain('more than 1,000,000 dead tasks: narrow it');
  await expectCleanAudit(spool);
});
