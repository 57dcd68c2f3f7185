import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pageOf, worker, type Problem } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { OperationCalls } from '../support/operation-calls.js';
import { callerForQueues } from '../support/queue-keys.js';
import { setUpSpool } from '../support/spool-stage.js';
import { readAnswer, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);
/** Covers queues that begin with `mine-`, and may do everything there. */
let mine: TaskCalls;

beforeAll(async () => {
  mine = new TaskCalls(await callerForQueues(spool, ['mine-*']));
});

afterEach(() => expectUndamaged(spool));

/** A queue of one's own and one of others, which a thread spans. */
const span = async () => {
  const [own, foreign, threadId] = [freshName('mine'), freshName('theirs'), freshName('thread')];
  await here.putQueue(own);
  await here.putQueue(foreign);
  return { own, foreign, threadId };
};

describe('Who covers one queue of a thread that spans two', () => {
  it('is not told which task of the other goes on, by settling, exchanging or deleting', async () => {
    const { own, foreign, threadId } = await span();
    for (let turn = 0; turn < 4; turn += 1) {
      await here.enqueue(own, { threadId });
      await here.enqueue(foreign, { threadId });
    }
    const endForeign = async () => here.complete([await here.takeOne(foreign)]);
    const settled = await mine.complete([await mine.takeOne(own)]);
    await endForeign();
    const failed = await mine.fail([await mine.takeOne(own)], { retryable: false });
    await endForeign();
    const { id } = await mine.takeOne(own);
    const deleted = await mine.delete([id]);
    await endForeign();
    const { id: last, leaseToken } = await mine.takeOne(own);
    const complete = [{ id: last, leaseToken }];
    const exchanged = await mine.call('POST', `/v1/queues/${own}/exchange`, { complete });
    expect(JSON.stringify([settled, failed, deleted, exchanged.body])).not.toContain('promoted');
    expect(settled).toMatchObject([{ status: 'ok' }]);
    expect(deleted).toMatchObject([{ status: 'ok' }]);
    await endForeign();
  });

  it('is told of its own that goes on', async () => {
    const { own, threadId } = await span();
    const tasks = await here.enqueueBatch(own, [{ threadId }, { threadId }]);
    const [settled] = await mine.complete([await mine.takeOne(own)]);
    expect(settled).toMatchObject({ status: 'ok', promoted: tasks[1]?.id });
  });

  it('learns from a dry run that a thread is held up, not by which task of the other', async () => {
    const { own, foreign, threadId } = await span();
    await here.enqueue(own, { threadId });
    await here.fail([await here.takeOne(own)], { retryable: false });
    await here.enqueue(foreign, { threadId });
    const { id } = await here.takeOne(foreign);
    const order = { action: 'restart', filter: { queue: own } } as const;
    const seen = await new OperationCalls(mine.call).preview(order);
    expect(seen.threads.items).toMatchObject([{ threadId, inProgress: null }]);
    const all = await new OperationCalls(here.call).preview(order);
    expect(all.threads.items).toMatchObject([{ threadId, inProgress: id }]);
  });
});

describe('Who covers some queues', () => {
  it('sees of a worker the leases on these', async () => {
    const { own, foreign } = await span();
    const workerId = freshName('worker');
    for (const queue of [own, foreign, foreign]) {
      await here.enqueue(queue);
      await here.takeOne(queue, { workerId });
    }
    const leasesSeenBy = async ({ call }: TaskCalls) => {
      const { items } = readAnswer(pageOf(worker), 200, await call('GET', '/v1/workers?limit=200'));
      return items.find((one) => one.workerId === workerId)?.leases;
    };
    expect([await leasesSeenBy(mine), await leasesSeenBy(here)]).toEqual([1, 3]);
  });

  it('sends its dead to none of the others, nor finds out which there are', async () => {
    const { own, foreign } = await span();
    const forwardTo = async (queue: string) => {
      const configuration = { deadLetter: { mode: 'forward', queue } };
      const answers = [
        await mine.call<Problem>('PUT', `/v1/queues/${own}`, configuration),
        await mine.call<Problem>('PATCH', `/v1/queues/${own}`, configuration),
      ];
      return JSON.stringify(answers.map(({ status, body }) => [status, body.errors])).replaceAll(queue, '?');
    };
    expect(await forwardTo(foreign)).toContain('create it first');
    expect(await forwardTo(foreign)).toBe(await forwardTo('nowhere'));
    await here.putQueue(own, { deadLetter: { mode: 'forward', queue: foreign } });
    const patched = await mine.call('PATCH', `/v1/queues/${own}`, { maxAttempts: 2 });
    expect(patched.status).toBe(200);
  });
});
