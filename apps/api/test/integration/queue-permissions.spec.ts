import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { callerForQueues } from '../support/queue-keys.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);
/** Covers queues that begin with `mine-`, and may do everything there. */
let mine: TaskCalls;
/** Covers a queue that does not exist. */
let nobody: TaskCalls;

beforeAll(async () => {
  mine = new TaskCalls(await callerForQueues(spool, ['mine-*']));
  nobody = new TaskCalls(await callerForQueues(spool, ['nobody-*']));
});

afterEach(() => expectUndamaged(spool));

const makeQueue = (name: string): Promise<string> =>
  here.makeQueue({ backoff: { type: 'fixed', initialMs: 0 } }, name);

/** A task of a queue that `mine` does not cover, in each state. */
const makeForeign = async () => {
  const queue = await makeQueue('theirs');
  const ids: Record<string, string> = {};
  const enqueue = async (state: string): Promise<string> =>
    (ids[state] = (await here.enqueue(queue, { threadId: freshName('thread') })).id);
  await enqueue('COMPLETED');
  await here.complete([await here.takeOne(queue)]);
  const dying = [await enqueue('RESTARTED'), await enqueue('DEAD')];
  for (const _ of dying) await here.fail([await here.takeOne(queue)], { retryable: false });
  await here.restart({ ids: dying.slice(0, 1) });
  await here.delete([(await here.task(dying[0] ?? '')).restartedAs ?? '']);
  await enqueue('IN_PROGRESS');
  const held = await here.takeOne(queue);
  await enqueue('ENQUEUED');
  return { queue, ids, held };
};

describe('A key for some queues', () => {
  it('finds no task of other queues by any call, in any state, and changes none', async () => {
    const { queue, ids, held } = await makeForeign();
    const all = Object.values(ids);
    const look = () => Promise.all(all.map((id) => here.task(id)));
    const before = await look();
    expect(before.map(({ state }) => state)).toEqual(Object.keys(ids));
    const notFound = async (method: string, path: string, body?: unknown): Promise<void> => {
      const answer = await mine.call<Problem>(method, path, body);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 'task_not_found']);
    };
    for (const id of all) {
      const { leaseToken } = held;
      await notFound('GET', `/v1/tasks/${id}`);
      await notFound('GET', `/v1/tasks/${id}/explain`);
      await notFound('PATCH', `/v1/tasks/${id}`, { scheduledAt: '2026-01-01T00:00:00Z' });
      await notFound('DELETE', `/v1/tasks/${id}`);
      await notFound('POST', `/v1/tasks/${id}/keepalive`, { leaseToken });
      await notFound('POST', `/v1/tasks/${id}/complete`, { leaseToken });
      await notFound('POST', `/v1/tasks/${id}/fail`, { leaseToken, error: { message: 'x' } });
      await notFound('POST', `/v1/tasks/${id}/release`, { leaseToken });
    }
    const claims = all.map((id) => ({ id, leaseToken: held.leaseToken }));
    const results = [
      ...(await mine.keepalive(claims)),
      ...(await mine.complete(claims)),
      ...(await mine.fail(claims)),
      ...(await mine.release(claims)),
      ...(await mine.delete(all)),
      ...(await mine.restart({ ids: all })),
      ...(await mine.deleteDead(all)),
    ];
    expect(new Set(results.map((result) => (result.status === 'error' ? result.code : 'ok')))).toEqual(
      new Set(['task_not_found']),
    );
    expect(await look()).toEqual(before);
    expect(await here.complete([held])).toMatchObject([{ status: 'ok' }]);
    await here.delete([ids['ENQUEUED'] ?? '']);
    expect(await here.tasks({ queue, state: 'ENQUEUED' })).toEqual([]);
  });

  it('tells the same of a task of another queue as of one that never was', async () => {
    const { ids } = await makeForeign();
    const [foreign, unknown] = [ids['ENQUEUED'] ?? '', '9007199254740993'];
    const told = async (id: string) => {
      const { status, body } = await mine.call<Problem>('GET', `/v1/tasks/${id}`);
      const [deleted] = await mine.delete([id]);
      const [claimed] = await mine.complete([{ id, leaseToken: '1' }]);
      const text = JSON.stringify([status, { ...body, requestId: '' }, deleted, claimed]);
      return text.replaceAll(id, '<id>');
    };
    expect(await told(foreign)).toBe(await told(unknown));
  });

  it('finds no other queue by any call', async () => {
    const queue = await makeQueue('theirs');
    const calls: [string, string, unknown?][] = [
      ['GET', `/v1/queues/${queue}`],
      ['PATCH', `/v1/queues/${queue}`, { maxAttempts: 1 }],
      ['DELETE', `/v1/queues/${queue}`],
      ['POST', `/v1/queues/${queue}/pause`, {}],
      ['POST', `/v1/queues/${queue}/resume`],
      ['POST', `/v1/queues/${queue}/tasks`, { payload: 1 }],
      ['POST', `/v1/queues/${queue}/tasks/batch`, { tasks: [{ payload: 1 }] }],
      ['POST', `/v1/queues/${queue}/dequeue`, { workerId: 'w' }],
      ['GET', `/v1/tasks?queue=${queue}`],
      ['GET', `/v1/threads?queue=${queue}`],
      ['GET', `/v1/dead-tasks?queue=${queue}`],
      ['GET', `/v1/dead-tasks/groups?queue=${queue}`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await mine.call<Problem>(method, path, body);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 'queue_not_found']);
    }
    expect(await here.tasks({ queue })).toEqual([]);
  });

  it('lists what its queues hold and nothing else; a key for no queue at all lists nothing', async () => {
    const { ids } = await makeForeign();
    const queue = await makeQueue('mine');
    const dead = await mine.enqueue(queue, { threadId: freshName('thread') });
    await mine.fail([await mine.takeOne(queue, { workerId: 'my worker' })], { retryable: false });
    const live = await mine.enqueue(queue, { threadId: freshName('thread') });
    const lists = [
      '/v1/queues',
      '/v1/tasks',
      '/v1/threads',
      '/v1/dead-tasks',
      '/v1/dead-tasks/groups',
      '/v1/workers',
    ];
    for (const list of lists) {
      const { status, body } = await mine.call<{ items: unknown[] }>('GET', list);
      expect([list, status, body.items.length]).toEqual([list, 200, list === '/v1/tasks' ? 2 : 1]);
      expect(JSON.stringify(body)).not.toContain('theirs-');
      const none = await nobody.call('GET', list);
      expect([list, none.status, none.body]).toEqual([list, 200, { items: [], nextCursor: null }]);
    }
    expect((await mine.tasks({})).map(({ id }) => id)).toEqual([live.id, dead.id]);
    await here.delete([live.id, dead.id, ...Object.values(ids)]);
  });

  it('acts on its own tasks in a batch that names others too', async () => {
    const { ids, held: foreign } = await makeForeign();
    const queue = await makeQueue('mine');
    const { id } = await mine.enqueue(queue, { threadId: freshName('thread') });
    const held = await mine.takeOne(queue);
    const refused = { status: 'error', code: 'task_not_found' };
    expect(await mine.complete([foreign, held, foreign])).toMatchObject([
      refused,
      { id, status: 'ok' },
      refused,
    ]);
    expect(await mine.delete([ids['ENQUEUED'] ?? '', id])).toMatchObject([refused, { id, status: 'ok' }]);
    expect((await here.task(foreign.id)).state).toBe('IN_PROGRESS');
    await here.delete(Object.values(ids));
  });

  it('may do only what its scopes say, and is told which is missing', async () => {
    const queue = await makeQueue('mine');
    const { id } = await here.enqueue(queue);
    const calls: [scope: string, method: string, path: string, body?: unknown][] = [
      ['enqueue', 'POST', `/v1/queues/${queue}/tasks`, { payload: 1 }],
      ['work', 'POST', `/v1/queues/${queue}/dequeue`, { workerId: 'w' }],
      ['work', 'POST', `/v1/tasks/${id}/complete`, { leaseToken: '1' }],
      ['operate', 'POST', '/v1/dead-tasks/restart', { ids: [id] }],
      ['operate', 'POST', `/v1/queues/${queue}/pause`, {}],
      ['admin', 'PATCH', `/v1/queues/${queue}`, {}],
    ];
    const reader = await callerForQueues(spool, ['mine-*'], ['read']);
    for (const [scope, method, path, body] of calls) {
      const answer = await reader<Problem>(method, path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'forbidden']);
      expect(answer.body.detail).toContain(`"${scope}"`);
    }
    const producer = await callerForQueues(spool, ['mine-*'], ['enqueue']);
    expect((await producer('GET', `/v1/tasks/${id}`)).status).toBe(403);
    expect((await producer('DELETE', `/v1/tasks/${id}`)).status).toBe(204);
  });
});
