import { describe, expect, it } from '@jest/globals';
import { freshName } from '../support/fresh-names.js';
import { workOff } from '../support/operation-calls.js';
import { setUpOperations, some } from '../support/operation-stage.js';

const stage = setUpOperations();
const { tasks, operations, elsewhere } = stage;

const stateOf = async (id: string): Promise<string> => (await tasks.task(id)).state;

describe('A canary', () => {
  const begin = async (queue: string, ids: number) => {
    await stage.dead(queue, some(ids), { error: { type: 'Broken', message: 'x' } });
    const { id } = await operations.create({ action: 'restart', filter: { queue }, canary: 3 });
    const standing = await operations.untilState(id, 'canary');
    expect(standing).toMatchObject({ done: 3, verified: { waiting: 3 } });
    return id;
  };

  it('that passes lets the rest go on', async () => {
    const queue = await stage.makeQueue();
    const id = await begin(queue, 10);
    const held = await tasks.dequeue(queue, { max: 10 });
    expect(held).toHaveLength(3);
    await tasks.complete(held.slice(1));
    expect(await operations.get(id)).toMatchObject({ state: 'canary', verified: { passed: 2, waiting: 1 } });
    await tasks.complete(held.slice(0, 1));
    expect(await operations.untilState(id, 'completed')).toMatchObject({ done: 10 });
    await workOff(tasks, queue);
  });

  it('of which one fails again pauses the operation, until an operator says otherwise', async () => {
    const queue = await stage.makeQueue();
    const id = await begin(queue, 10);
    const held = await tasks.dequeue(queue, { max: 10 });
    await tasks.complete(held.slice(1));
    await tasks.fail(held.slice(0, 1), { retryable: false });
    expect(await operations.untilState(id, 'paused')).toMatchObject({
      done: 3,
      verified: { passed: 2, failedAgain: 1, waiting: 0 },
    });
    await operations.command(id, 'resume');
    expect(await operations.untilState(id, 'completed')).toMatchObject({ done: 10 });
    await workOff(tasks, queue);
  });

  it('is passed over by an operator who does not want to wait', async () => {
    const queue = await stage.makeQueue();
    const id = await begin(queue, 10);
    expect((await elsewhere.command(id, 'resume')).state).toBe('running');
    expect(await operations.untilState(id, 'completed')).toMatchObject({ done: 10 });
    await workOff(tasks, queue);
  });
});

describe('Verification', () => {
  it('tells what passed, what failed again by which error, what was deleted, and when all is known', async () => {
    const queue = await stage.makeQueue();
    const before = { error: { type: 'Broken', message: 'no route' } };
    await stage.dead(queue, some(6), before);
    const { id } = await operations.create({ action: 'restart', filter: { queue } });
    await operations.untilState(id, 'completed');
    const held = await tasks.dequeue(queue, { max: 5 });
    const [rest] = await tasks.tasks({ queue, state: 'ENQUEUED' });
    await tasks.complete(held.slice(0, 2));
    await tasks.fail(held.slice(2, 3), { ...before, retryAfterMs: 0 });
    await tasks.fail(held.slice(3, 5), { error: { type: 'Other', message: 'y' }, retryable: false });
    const during = await operations.get(id);
    expect(during.verified).toEqual({ passed: 2, failedAgain: 2, deleted: 0, waiting: 2 });
    expect(during.verifiedAt).toBeNull();
    const retried = await tasks.takeOne(queue);
    await tasks.fail([retried], { ...before, retryable: false });
    await tasks.delete([rest?.id === retried.id ? (await tasks.takeOne(queue)).id : (rest?.id ?? '')]);
    const ended = await operations.until(id, 'verified', ({ verifiedAt }) => verifiedAt !== null);
    expect(ended.verified).toEqual({ passed: 2, failedAgain: 3, deleted: 1, waiting: 0 });
    const { failedAgain } = await operations.get(id);
    expect(failedAgain).toMatchObject([
      { count: 2, isNew: true, errorType: 'Other', message: 'y' },
      { count: 1, isNew: false, errorType: 'Broken', message: 'no route' },
    ]);
    const again = await operations.tasks(id, '?outcome=failed_again');
    expect(again.items.filter(({ group, newGroup }) => group === newGroup)).toHaveLength(1);
    expect((await operations.tasks(id, '?outcome=removed')).items).toHaveLength(1);
  });

  it('comes to its end too where nothing is kept of what ends', async () => {
    const queue = freshName('queue');
    await tasks.putQueue(queue);
    await stage.dead(queue, some(4));
    await tasks.putQueue(queue, { retention: { completedMs: 0 }, deadLetter: { mode: 'discard' } });
    const { id } = await operations.create({ action: 'restart', filter: { queue } });
    await operations.untilState(id, 'completed');
    const held = await tasks.dequeue(queue, { max: 4 });
    await tasks.complete(held.slice(0, 3));
    await tasks.fail(held.slice(3), { retryable: false });
    const ended = await operations.until(id, 'verified', ({ verifiedAt }) => verifiedAt !== null);
    expect(ended.verified).toEqual({ passed: 3, failedAgain: 1, deleted: 0, waiting: 0 });
  });
});

describe('An undo', () => {
  it('returns what has not started, as the dead task that it was, and promotes the head at once', async () => {
    const queue = await stage.makeQueue();
    const threadId = freshName('thread');
    const payload = { order: 1 };
    const ids = await stage.dead(queue, [{}, {}, { threadId, payload, type: 'send' }, { threadId }], {
      error: { type: 'Broken', message: 'no route', stack: 'at work' },
    });
    const before = await Promise.all(ids.map((id) => tasks.task(id)));
    const listed = await tasks.deadTasks({ queue });
    const { id } = await operations.create({ action: 'restart', filter: { queue } });
    await operations.untilState(id, 'completed');
    const started = await tasks.takeOne(queue);
    const startedFrom = (await tasks.task(started.id)).restartedFrom ?? '';
    const waiting = await tasks.enqueue(queue, { threadId });
    await operations.command(id, 'undo');
    const undone = await operations.until(id, 'undone', ({ undo }) => undo === 'completed');
    expect(undone).toMatchObject({
      state: 'completed',
      total: 4,
      done: 1,
      undone: 3,
      verified: { waiting: 1 },
    });
    const back = ids.filter((one) => one !== startedFrom);
    expect(await tasks.deadTasks({ queue })).toEqual(listed.filter((one) => back.includes(one.id)));
    expect(await Promise.all(back.map((one) => tasks.task(one)))).toEqual(
      before.filter((one) => back.includes(one.id)),
    );
    expect(await stateOf(startedFrom)).toBe('RESTARTED');
    expect(await tasks.takeOne(queue)).toMatchObject({ id: waiting.id });
    const listedUndone = (await operations.tasks(id, '?outcome=undone')).items;
    expect(listedUndone.map((one) => one.id).toSorted()).toEqual(back.toSorted());
    for (const { newId } of listedUndone)
      expect((await stage.spool.call('GET', `/v1/tasks/${newId}`)).status).toBe(404);
    // They may be restarted afresh.
    expect(await tasks.restart({ ids: back })).toMatchObject(back.map(() => ({ status: 'ok' })));
    await tasks.complete([started]);
    await operations.until(id, 'verified', ({ verifiedAt }) => verifiedAt !== null);
  });

  it('of an operation under way cancels it first', async () => {
    const queue = await stage.makeQueue();
    const ids = await stage.dead(queue, some(600));
    const { id } = await operations.create({ action: 'restart', filter: { queue }, ratePerSecond: 400 });
    await operations.until(id, 'begun', ({ done }) => done > 100);
    expect(await elsewhere.command(id, 'undo')).toMatchObject({ state: 'cancelled' });
    const undone = await operations.until(id, 'undone', ({ undo }) => undo === 'completed');
    expect(undone).toMatchObject({ state: 'cancelled', done: 0 });
    expect(undone.undone).toBeGreaterThan(100);
    const { counts } = (
      await stage.spool.call<{ counts: { dead: number; ready: number } }>('GET', `/v1/queues/${queue}`)
    ).body;
    expect(counts).toMatchObject({ dead: ids.length, ready: 0 });
  });
});
