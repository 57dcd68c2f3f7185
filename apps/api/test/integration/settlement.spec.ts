import { afterEach, describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);

afterEach(() => expectUndamaged(spool));

const spanMs = (from: string | undefined, to: string | null | undefined): number =>
  Date.parse(to ?? '') - Date.parse(from ?? '');

describe('A lease', () => {
  it('lasts as long as the worker asked for, else as long as the queue says, from each word on', async () => {
    const queue = await here.makeQueue({ keepaliveTimeoutMs: 20_000 });
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue, { keepaliveTimeoutMs: 5_000 });
    const { lease } = await here.task(id);
    expect(held.leaseExpiresAt).toBe(lease?.expiresAt);
    expect(spanMs(lease?.startedAt, lease?.expiresAt)).toBe(5_000);

    const [byQueue] = await here.keepalive([held]);
    const expiresAt = byQueue?.status === 'ok' ? byQueue.leaseExpiresAt : '';
    expect(spanMs(lease?.startedAt, expiresAt)).toBeGreaterThanOrEqual(20_000);
    const [asked] = await here.keepalive([held], { extendMs: 3_600_000 });
    const askedAt = asked?.status === 'ok' ? asked.leaseExpiresAt : '';
    expect(spanMs(lease?.startedAt, askedAt)).toBeGreaterThanOrEqual(3_600_000);
    expect((await here.task(id)).lease).toEqual({ ...lease, expiresAt: askedAt });
    await here.complete([held]);
  });

  it('is not extended past maxRunMs, and lapses then although its worker speaks', async () => {
    const queue = await here.makeQueue({ maxRunMs: 1_500, maxAttempts: 1 });
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue, { keepaliveTimeoutMs: 60_000 });
    const { lease } = await here.task(id);
    expect(spanMs(lease?.startedAt, held.leaseExpiresAt)).toBe(1_500);
    const lost = await eventually('a keepalive that is refused', async () => {
      const [kept] = await here.keepalive([held], { extendMs: 3_600_000 });
      return kept?.status === 'ok' && kept.leaseExpiresAt === held.leaseExpiresAt ? null : kept;
    });
    expect(lost).toMatchObject({ status: 'error', code: 'lease_lost' });
    const { state, history } = await here.task(id);
    expect(state).toBe('DEAD');
    expect(history).toMatchObject([{ attempt: 1, outcome: 'lapsed', error: { type: 'KEEPALIVE_LAPSED' } }]);
    expect(spanMs(lease?.startedAt, history[0]?.endedAt)).toBeGreaterThanOrEqual(1_500);
  });

  it('shows the progress that was last reported, in the task and in lists, until it ends', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 0 } });
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue);
    const shown = async () => {
      const [listed] = await here.tasks({ queue, state: 'IN_PROGRESS' });
      const { lease } = await here.task(id);
      expect(listed?.lease).toEqual(lease);
      return lease;
    };
    expect(await shown()).not.toHaveProperty('progress');
    const progress = { done: 3, of: 10, __proto__x: null, nested: ['ü', '\u2028'] };
    await here.keepalive([held], { progress });
    await here.keepalive([held]);
    expect(await shown()).toMatchObject({ workerId: 'worker-1', progress });
    await here.keepalive([held], { progress: null });
    expect(await shown()).toHaveProperty('progress', null);
    await here.keepalive([held], { progress: 1 });
    await here.fail([held]);
    const again = await here.takeOne(queue);
    expect(await shown()).not.toHaveProperty('progress');
    await here.complete([again]);
    expect(await here.task(id)).not.toHaveProperty('lease');
  });

  it('takes progress up to 8 KiB, and a refused one prolongs nothing', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue);
    const { lease } = await here.task(id);
    const keepalive = (progress: string) =>
      here.call<Problem>('POST', `/v1/tasks/${id}/keepalive`, { leaseToken: held.leaseToken, progress });
    const refused = await keepalive('x'.repeat(8 * 1024 - 1));
    expect([refused.status, refused.body.errors?.map(({ path }) => path)]).toEqual([413, ['/progress']]);
    expect((await here.task(id)).lease).toEqual(lease);
    expect((await keepalive('x'.repeat(8 * 1024 - 2))).status).toBe(200);
    await here.complete([held]);
  });

  it('of a task named twice in one keepalive keeps what both said', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue);
    const { leaseToken } = await here.takeOne(queue);
    const items = [
      { id, leaseToken, extendMs: 60_000, progress: 'half' },
      { id, leaseToken, extendMs: 120_000 },
    ];
    const { body } = await here.call<{ results: { status: string; leaseExpiresAt: string }[] }>(
      'POST',
      '/v1/tasks/keepalive',
      { items },
    );
    expect(body.results.map(({ status }) => status)).toEqual(['ok', 'ok']);
    const { lease } = await here.task(id);
    expect(lease).toMatchObject({ progress: 'half', expiresAt: body.results[1]?.leaseExpiresAt });
    await here.complete([{ id, leaseToken }]);
  });
});

describe('A token that has settled its task', () => {
  const atOnceAgain = { type: 'fixed', initialMs: 0 } as const;

  it('R12: is told what it did when it is sent again, by every call, until retention ends', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain });
    const endings = {
      completed: (held: Parameters<TaskCalls['complete']>[0]) => here.complete(held),
      retrying: (held: Parameters<TaskCalls['complete']>[0]) => here.fail(held),
      dead: (held: Parameters<TaskCalls['complete']>[0]) => here.fail(held, { retryable: false }),
    };
    for (const [outcome, end] of Object.entries(endings)) {
      const { id } = await here.enqueue(queue);
      const held = await here.takeOne(queue);
      await end([held]);
      const before = await here.task(id);
      const settled = { id, status: 'error', code: 'already_settled', outcome };
      expect(await here.complete([held])).toMatchObject([settled]);
      expect(await here.fail([held])).toMatchObject([settled]);
      expect(await here.keepalive([held])).toMatchObject([settled]);
      expect(await here.release([held])).toMatchObject([settled]);
      const single = await here.call<Problem>('POST', `/v1/tasks/${id}/complete`, {
        leaseToken: held.leaseToken,
      });
      expect(single.status).toBe(409);
      expect(single.body).toMatchObject({ code: 'already_settled', outcome });
      expect(await here.task(id)).toEqual(before);
      if (outcome === 'retrying') await here.delete([id]);
    }
  });

  it('R12: is still told so after the task was retried, died, and was restarted', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain, maxAttempts: 2 });
    const { id } = await here.enqueue(queue);
    const first = await here.takeOne(queue);
    await here.fail([first]);
    const second = await here.takeOne(queue);
    const told = async () => [...(await here.fail([first])), ...(await here.complete([second]))];
    expect(await here.fail([first])).toMatchObject([{ code: 'already_settled', outcome: 'retrying' }]);
    await here.fail([second]);
    const both = [
      { code: 'already_settled', outcome: 'retrying' },
      { code: 'already_settled', outcome: 'dead' },
    ];
    expect(await told()).toMatchObject(both);
    await here.restart({ ids: [id] });
    expect(await told()).toMatchObject(both);
    await here.complete([await here.takeOne(queue)]);
  });

  it('R12: a token that was never the task’s, or of the wrong task, has lost it', async () => {
    const queue = await here.makeQueue();
    const [a, b] = await here.enqueueBatch(queue, [{}, {}]);
    const held = await here.dequeue(queue, { max: 2 });
    const crossed = held.map(({ leaseToken }, place) => ({ id: held[1 - place]?.id ?? '', leaseToken }));
    const lost = { status: 'error', code: 'lease_lost' };
    expect(await here.complete(crossed)).toMatchObject([lost, lost]);
    const notTaken = await here.enqueue(queue);
    expect(await here.complete([{ id: notTaken.id, leaseToken: '1' }])).toMatchObject([lost]);
    expect(await here.complete(held)).toEqual([a, b].map((task) => ({ id: task?.id, status: 'ok' })));
    await here.delete([notTaken.id]);
  });
});

describe('Settling in batches', () => {
  it('names the head after the whole batch as promoted, for each item of the thread', async () => {
    const [queue, other] = [await here.makeQueue(), await here.makeQueue()];
    const [threadId, lonely] = [freshName('thread'), freshName('thread')];
    const [, b] = await here.enqueueBatch(queue, [{ threadId }, { threadId }, { threadId: lonely }, {}]);
    const held = await here.dequeue(queue, { max: 10 });
    const results = await here.complete(held);
    expect(results.map((result) => (result.status === 'ok' ? result.promoted : null))).toEqual([
      b?.id,
      undefined,
      undefined,
    ]);
    const elsewhere = await here.enqueue(other, { threadId });
    const [promotedAcrossQueues] = await here.complete([await here.takeOne(queue)]);
    expect(promotedAcrossQueues).toMatchObject({ promoted: elsewhere.id });
    const taken = await here.dequeue(other);
    expect(taken).toMatchObject([{ id: elsewhere.id, queue: other }]);
    // A member that fails and is the head again has promoted nobody.
    const [again] = await here.fail(taken, { retryAfterMs: 0 });
    expect(again).not.toHaveProperty('promoted');
    await here.complete([await here.takeOne(other)]);
  });

  it('fails one task twice in one request: the first counts', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue);
    expect(await here.fail([held, held], { retryable: false })).toMatchObject([
      { id, status: 'ok', outcome: 'dead' },
      { id, status: 'error', code: 'already_settled', outcome: 'dead' },
    ]);
    expect((await here.task(id)).history).toHaveLength(1);
  });
});
