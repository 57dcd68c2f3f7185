import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createdApiKey, limits, type Problem } from '@spool/contracts';
import { EventListener } from '../support/event-stream.js';
import { freshName } from '../support/fresh-names.js';
import { signInAdmin, signInNew } from '../support/operators.js';
import { startSpool, type TestSibling, type TestSpool } from '../support/spool.js';
import { TaskCalls } from '../support/task-calls.js';

let spool: TestSpool;
let sibling: TestSibling;
let here: TaskCalls;
const listeners: EventListener[] = [];

beforeAll(async () => {
  spool = await startSpool();
  here = new TaskCalls(spool.call);
  sibling = await spool.startSibling();
});

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

afterAll(() => spool.close());

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

const listen = async (url: string, headers: Readonly<Record<string, string>>): Promise<EventListener> => {
  const listener = await EventListener.open(url, { headers });
  listeners.push(listener);
  return listener;
};

const listenThere = (headers = {}) => listen(sibling.url, { ...bearer(spool.apiKey), ...headers });

const makeQueue = async (prefix = 'queue'): Promise<string> => {
  const queue = freshName(prefix);
  await here.putQueue(queue, { maxAttempts: 1 });
  return queue;
};

const makeKey = async (queues: readonly string[]): Promise<{ id: string; key: string }> => {
  const { body } = await spool.call('POST', '/v1/api-keys', { name: 'listener', scopes: ['read'], queues });
  return createdApiKey.parse(body);
};

/** What is done after an act on one replica is told on the other to everybody but the listener whom the act shut out. */
const expectEndAfter = async (
  headers: Readonly<Record<string, string>>,
  act: () => Promise<void>,
): Promise<void> => {
  const shutOut = await listen(sibling.url, headers);
  const everyone = await listenThere();
  const before = await makeQueue();
  await Promise.all([shutOut, everyone].map((listener) => listener.untilChanged('queues', before)));
  await act();
  const after = await makeQueue();
  await everyone.untilChanged('queues', after);
  expect((await shutOut.next('end')).data).toEqual({ reason: 'unauthenticated' });
  await shutOut.ended;
  expect(JSON.stringify(shutOut.rest)).not.toContain(after);
};

describe('A listener', () => {
  it('is told on one replica what changes on another: queues, tasks, dead tasks', async () => {
    const listener = await listenThere();
    const queue = await makeQueue();
    await listener.untilChanged('queues', queue);
    await here.enqueueBatch(queue, [{}, { threadId: freshName('thread') }]);
    await listener.untilChanged('tasks', queue);
    const [later] = await here.enqueueBatch(queue, [{ delayMs: 86_400_000 }]);
    await listener.untilChanged('tasks', queue);
    const inAnHour = { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() };
    await here.call('PATCH', `/v1/tasks/${later?.id}`, inAnHour);
    await listener.untilChanged('tasks', queue);
    const [first] = await here.dequeue(queue);
    await listener.untilChanged('tasks', queue);
    if (first !== undefined) await here.fail([first]);
    await listener.untilChanged('dead-tasks', queue);
    const [group] = await here.deadGroups(queue);
    await here.call('PATCH', `/v1/dead-tasks/groups/${group?.group}`, { status: 'resolved' });
    await listener.untilChanged('dead-tasks', queue);
    await here.call('POST', `/v1/queues/${queue}/pause`, {});
    await listener.untilChanged('queues', queue);
  });

  it('is told at most once a second, however much happens', async () => {
    const listener = await listenThere();
    const queue = await makeQueue();
    await listener.untilChanged('queues', queue);
    const startedAt = performance.now();
    let events = 0;
    while (events < 3) {
      await here.enqueueBatch(queue, [{}, {}]);
      await here.complete(await here.dequeue(queue, { max: 2 }));
      await listener.untilChanged('tasks', queue);
      events += 1;
    }
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  });

  it('never learns of a queue that it does not cover', async () => {
    const { key } = await makeKey(['shop-*']);
    const listener = await listen(sibling.url, bearer(key));
    const everyone = await listenThere();
    const hidden = await makeQueue('hidden');
    await here.enqueue(hidden);
    await everyone.untilChanged('tasks', hidden);
    const seen = await makeQueue('shop');
    const told = await listener.untilChanged('queues', seen);
    expect(told.flatMap(({ queues }) => queues)).toEqual(told.map(() => seen));
  });

  it('that comes back is told what it missed', async () => {
    const listener = await listenThere();
    const queue = await makeQueue();
    await listener.untilChanged('queues', queue);
    await here.enqueue(queue);
    const { id } = await listener.next('change');
    await listener.close();
    await here.complete(await here.dequeue(queue));
    const again = await listenThere({ 'last-event-id': id ?? '' });
    const changes = await again.untilChanged('tasks', queue);
    expect(changes.flatMap(({ queues }) => queues)).toContain(queue);
  });

  it.each(['0123456789abcdef-1', 'nonsense', '-', 'x'.repeat(1_000)])(
    'that comes back with the id %j, which is not known here, is told to read everything again',
    async (id) => {
      const listener = await listenThere({ 'last-event-id': id });
      await listener.next('reset');
    },
  );

  it('gets a text that no proxy collects or compresses, and nothing for HEAD', async () => {
    const { response } = await listenThere({ 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    const head = await fetch(`${spool.url}/v1/events`, { method: 'HEAD', headers: bearer(spool.apiKey) });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('A stream of events', () => {
  it('ends when its key is revoked', async () => {
    const { id, key } = await makeKey(['*']);
    await expectEndAfter(bearer(key), async () => {
      await spool.call('DELETE', `/v1/api-keys/${id}`);
    });
  });

  it('ends when its key expires', async () => {
    const { id, key } = await makeKey(['*']);
    await expectEndAfter(bearer(key), async () => {
      await spool.database.write((sql) =>
        sql.change('UPDATE api_keys SET expires_at = NOW(3) WHERE id = ?', [id]),
      );
    });
  });

  it('ends when its session ends', async () => {
    const { cookie, call } = await signInAdmin(spool);
    await expectEndAfter({ cookie }, async () => {
      await call('DELETE', '/v1/session');
    });
  });

  it('ends when its operator covers fewer queues', async () => {
    const { cookie, operator } = await signInNew(spool);
    await expectEndAfter({ cookie }, async () => {
      await spool.call('PATCH', `/v1/operators/${operator.id}`, { queues: ['shop-*'] });
    });
  });

  it('is not opened with a key that this replica believes in and another has revoked', async () => {
    const { id, key } = await makeKey(['*']);
    expect((await sibling.callWith(key)('GET', '/v1/queues')).status).toBe(200);
    await spool.call('DELETE', `/v1/api-keys/${id}`);
    expect((await sibling.callWith(key)('GET', '/v1/events')).status).toBe(401);
  });

  it('ends when its replica stops, which does not wait for it', async () => {
    const leaving = await spool.startSibling();
    const listener = await listen(leaving.url, bearer(spool.apiKey));
    const startedAt = performance.now();
    await leaving.close();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect((await listener.next('end')).data).toEqual({ reason: 'stopping' });
    await listener.ended;
  });

  it('is refused to a caller who has fifty of them, and given again when one was closed', async () => {
    const { key } = await makeKey(['*']);
    const open = () => listen(sibling.url, bearer(key));
    const opened = await Promise.all(Array.from({ length: limits.eventStreamsOfCaller }, open));
    const refused = await sibling.callWith(key)<Problem>('GET', '/v1/events');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.body.detail).toContain('50 event streams');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await opened[0]?.close();
    for (;;) {
      const { status } = await sibling.callWith(key)('GET', '/v1/events');
      if (status === 200) break;
      expect(status).toBe(429);
    }
  });
});
