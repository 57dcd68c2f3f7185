import { afterEach, describe, expect, it } from '@jest/globals';
import type { NewTaskInput, Problem } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

/** Enqueues tasks and fails each for good; their ids. */
const makeDead = async (queue: string, given: readonly Partial<NewTaskInput>[]): Promise<string[]> => {
  const ids = idsOf(await here.enqueueBatch(queue, given));
  for (let left = ids.length; left > 0;) {
    const held = await here.dequeue(queue, { max: 100 });
    await here.fail(held, { retryable: false });
    left -= held.length;
  }
  return ids;
};

const newIdsOf = (results: Awaited<ReturnType<TaskCalls['restart']>>): string[] =>
  results.flatMap((result) => (result.status === 'ok' ? [result.newId] : []));

describe('R9: A restart', () => {
  it('keeps queue, thread, type, payload and retry policy under a new id, and starts afresh', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const backoff = { type: 'fixed', initialMs: 7_000 } as const;
    const payload = { order: 7, name: 'ü \u{1F9F5}', big: '9007199254740993' };
    const [id = ''] = await makeDead(queue, [
      {
        threadId,
        type: 'send',
        payload,
        maxAttempts: 3,
        backoff,
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
    ]);
    // What the queue says by now must not matter.
    await here.putQueue(queue, { maxAttempts: 9, backoff: { type: 'fixed', initialMs: 1 } });
    const before = await here.task(id);
    const [newId = ''] = newIdsOf(await here.restart({ ids: [id] }));
    expect(BigInt(newId)).toBeGreaterThan(BigInt(id));
    expect(await here.task(newId)).toMatchObject({
      state: 'ENQUEUED',
      phase: 'ready',
      attempt: 0,
      maxAttempts: 3,
      queue,
      threadId,
      type: 'send',
      payload,
      restartedFrom: id,
      history: [],
    });
    expect(await here.task(id)).toMatchObject({
      state: 'RESTARTED',
      restartedAs: newId,
      error: before.error,
      history: before.history,
    });
    const held = await here.takeOne(queue);
    expect(held.traceparent).toBe(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    const [failed] = await here.fail([held]);
    const [attempt] = (await here.task(newId)).history;
    expect(failed).toMatchObject({ outcome: 'retrying' });
    const retryAt = failed?.status === 'ok' ? failed.scheduledAt : undefined;
    expect(Date.parse(retryAt ?? '') - Date.parse(attempt?.endedAt ?? '')).toBe(7_000);
    await here.delete([newId]);
  });

  it('a second time names the new id of the first, also within one request and once the new one is gone', async () => {
    const queue = await here.makeQueue();
    const [id = ''] = await makeDead(queue, [{}]);
    const twice = await here.restart({ ids: [id, id] });
    const [newId] = newIdsOf(twice);
    const again = { id, status: 'error', code: 'already_restarted', newId };
    expect(twice).toMatchObject([{ id, status: 'ok' }, again]);
    expect(await elsewhere.restart({ ids: [id] })).toMatchObject([again]);
    await here.delete([newId ?? '']);
    expect(await here.restart({ ids: [id] })).toMatchObject([again]);
    expect(await here.tasks({ queue, state: 'ENQUEUED' })).toEqual([]);
  });

  it('happens once however many requests race on two replicas, in any order of the ids', async () => {
    const queue = await here.makeQueue();
    for (let round = 0; round < 5; round += 1) {
      const threadId = freshName('thread');
      const ids = await makeDead(queue, [
        { threadId },
        { threadId },
        {},
        {},
        { threadId: freshName('thread') },
      ]);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, place) =>
          (place % 2 === 0 ? here : elsewhere).restart({ ids: place % 3 === 0 ? ids : ids.toReversed() }),
        ),
      );
      const newIds = new Map<string, Set<string>>();
      for (const result of answers.flat()) {
        const newId = 'newId' in result ? result.newId : undefined;
        newIds.set(result.id, (newIds.get(result.id) ?? new Set()).add(newId ?? ''));
      }
      expect([...newIds.keys()].sort()).toEqual([...ids].sort());
      for (const seen of newIds.values()) expect(seen.size).toBe(1);
      expect(answers.flat().filter(({ status }) => status === 'ok')).toHaveLength(ids.length);
      const live = idsOf(await here.tasks({ queue, state: 'ENQUEUED' }));
      expect(live.sort()).toEqual([...newIds.values()].flatMap((seen) => [...seen]).sort());
      await here.delete(live);
    }
  });

  it('gets one honest result an item among unknown, live, completed and deleted tasks', async () => {
    const queue = await here.makeQueue();
    const [dead = '', deleted = ''] = await makeDead(queue, [{}, {}]);
    const { id: completed } = await here.enqueue(queue);
    await here.complete([await here.takeOne(queue)]);
    const { id: live } = await here.enqueue(queue);
    await here.deleteDead([deleted]);
    const others = [live, completed, deleted, '9007199254740993'];
    const results = await here.restart({ ids: [...others, dead] });
    expect(results).toMatchObject([
      ...others.map((id) => ({ id, status: 'error', code: 'task_not_found' })),
      { id: dead, status: 'ok' },
    ]);
    await here.delete([live, ...newIdsOf(results)]);
  });

  it('of several of one thread keeps their old order, whatever the order of the request', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const ids = await makeDead(
      queue,
      [3, 1, 2, 2].map((second) => ({ threadId, scheduledAt: `2026-01-01T00:00:0${second}.000Z` })),
    );
    const [a = '', b = '', c = '', d = ''] = ids;
    const results = await here.restart({ ids: [a, d, c, b] });
    expect(idsOf(results)).toEqual([a, d, c, b]);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const held = await here.takeOne(queue);
      order.push((await here.task(held.id)).restartedFrom);
      await here.complete([held]);
    }
    expect(order).toEqual([b, c, d, a]);
  });

  it('never jumps the line: a time before now is now, and those who wait go first', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const [dead = ''] = await makeDead(queue, [{ threadId }]);
    const waiting = await here.enqueue(queue, { threadId });
    const scheduledAt = '2001-01-01T00:00:00.000Z';
    const [newId = ''] = newIdsOf(await here.restart({ ids: [dead], scheduledAt }));
    const restarted = await here.task(newId);
    expect(restarted).toMatchObject({ phase: 'waiting', scheduledAt: restarted.enqueuedAt });
    const first = await here.takeOne(queue);
    expect(first.id).toBe(waiting.id);
    expect(await here.complete([first])).toMatchObject([{ promoted: newId }]);
    await here.complete([await here.takeOne(queue)]);
  });

  it('may be asked for a later time, at which it takes its place in the thread', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const [dead = ''] = await makeDead(queue, [{ threadId }]);
    const scheduledAt = '2030-01-01T01:00:00.000+01:00';
    const [newId = ''] = newIdsOf(await here.restart({ ids: [dead], scheduledAt }));
    expect(await here.task(newId)).toMatchObject({
      phase: 'scheduled',
      scheduledAt: '2030-01-01T00:00:00.000Z',
    });
    const sooner = await here.enqueue(queue, { threadId });
    expect(sooner.phase).toBe('ready');
    expect((await here.task(newId)).phase).toBe('waiting');
    await here.complete([await here.takeOne(queue)]);
    expect((await here.task(newId)).phase).toBe('scheduled');
    await here.delete([newId]);
  });

  it('may bring a new payload for one id, and leaves the old one with the old task', async () => {
    const queue = await here.makeQueue();
    const [a = '', b = '', c = ''] = await makeDead(queue, [{ payload: 'old' }, { payload: 'old' }, {}]);
    const [withNew = ''] = newIdsOf(await here.restart({ ids: [a], payload: { mended: true } }));
    const [withNull = ''] = newIdsOf(await here.restart({ ids: [b], payload: null }));
    const taken = await here.dequeue(queue, { max: 10 });
    expect(taken.map(({ id, payload }) => [id, payload])).toEqual([
      [withNew, { mended: true }],
      [withNull, null],
    ]);
    expect((await here.task(a)).payload).toBe('old');
    await here.complete(taken);
    const refused = await here.call<Problem>('POST', '/v1/dead-tasks/restart', { ids: [c, a], payload: 1 });
    expect([refused.status, refused.body.errors?.map(({ path }) => path)]).toEqual([400, ['/payload']]);
    const large = { ids: [c], payload: 'x'.repeat(256 * 1024) };
    expect((await here.call('POST', '/v1/dead-tasks/restart', large)).status).toBe(413);
    expect((await here.task(c)).state).toBe('DEAD');
  });

  it('competes with a deletion of the dead task: either wins, neither both', async () => {
    const queue = await here.makeQueue();
    for (let round = 0; round < 5; round += 1) {
      const ids = await makeDead(
        queue,
        Array.from({ length: 8 }, () => ({ threadId: freshName('thread') })),
      );
      const answers = await Promise.all(
        ids.flatMap((id) => [here.restart({ ids: [id] }), elsewhere.deleteDead([id])]),
      );
      for (const [place, id] of ids.entries()) {
        const restarted = answers[place * 2]?.[0]?.status;
        const deleted = answers[place * 2 + 1]?.[0]?.status;
        expect([restarted, deleted].filter((status) => status === 'ok')).toHaveLength(1);
        const { status } = await here.call('GET', `/v1/tasks/${id}`);
        expect(status).toBe(restarted === 'ok' ? 200 : 404);
      }
      const restarted = await here.tasks({ queue, state: 'ENQUEUED' });
      await Promise.all(restarted.map(({ id }) => here.delete([id])));
    }
  });
});
