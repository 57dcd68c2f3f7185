import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SpoolClient, SpoolConnectionError, SpoolProblem, SpoolTimeoutError } from '../src/index.js';
import { json, startRecordingServer, type RecordingServer, type Reply } from './recording-server.js';

let server: RecordingServer;
let client: SpoolClient;
const quick = { initialDelayMs: 1, maxDelayMs: 2 };

beforeAll(async () => {
  server = await startRecordingServer();
  client = new SpoolClient({ url: server.url, retry: quick });
});

beforeEach(() => {
  server.requests.length = 0;
});

afterAll(() => server.stop());

const hangUp: Reply = (response) => void response.destroy();
const hangUpHalfway: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"items":', () => response.destroy());
};
const refuse = (status: number, code = 'unavailable', headers: Record<string, string> = {}): Reply =>
  json(
    status,
    { type: 'about:blank', title: code, status, code, detail: 'Not now.', requestId: 'r-1' },
    headers,
  );
const succeed = json(200, { items: [], nextCursor: null, results: [] });

/** Answers with each reply in turn, and with the last one from then on. */
const answerInTurn = (...replies: [Reply, ...Reply[]]): void => {
  let asked = 0;
  server.answerWith((response, request) => {
    const reply = replies[asked] ?? replies.at(-1);
    asked += 1;
    reply?.(response, request);
  });
};

const held = { id: '1', leaseToken: '7' };

/** Calls that may be made twice. */
const repeatable: Record<string, () => Promise<unknown>> = {
  'a read': () => client.queues.list(),
  'a keepalive': () => client.tasks.keepaliveBatch([held]),
  'a single keepalive': () => client.tasks.keepalive('1', { leaseToken: '7' }),
  'a completion': () => client.tasks.completeBatch([held]),
  'a single completion': () => client.tasks.complete('1', { leaseToken: '7' }),
  'a failure': () => client.tasks.failBatch([{ ...held, error: { message: 'broken' } }]),
  'a single failure': () => client.tasks.fail('1', { leaseToken: '7', error: { message: 'broken' } }),
  'a release': () => client.tasks.releaseBatch([held]),
  'a single release': () => client.tasks.release('1', { leaseToken: '7' }),
  'a restart': () => client.deadTasks.restart({ ids: ['1'] }),
  'an enqueue with a dedupKey': () => client.tasks.enqueue('orders', { payload: 1, dedupKey: 'a' }),
  'a batch of tasks that all have one': () =>
    client.tasks.enqueueBatch('orders', [
      { payload: 1, dedupKey: 'a' },
      { payload: 2, dedupKey: 'b' },
    ]),
};

/** Calls that a second try could carry out twice. */
const unrepeatable: Record<string, () => Promise<unknown>> = {
  'an enqueue without a dedupKey': () => client.tasks.enqueue('orders', { payload: 1 }),
  'a batch in which one task has none': () =>
    client.tasks.enqueueBatch('orders', [{ payload: 1, dedupKey: 'a' }, { payload: 2 }]),
  'a dequeue': () => client.tasks.dequeue('orders', { workerId: 'w' }),
  'an exchange': () => client.tasks.exchange('orders', { complete: [held], dequeue: { workerId: 'w' } }),
  'a deletion': () => client.tasks.delete('1'),
};

describe('A call that is safe to repeat', () => {
  it.each(Object.entries(repeatable))('(%s) is repeated when the connection breaks', async (_, call) => {
    answerInTurn(hangUp, succeed);
    await call();
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]).toMatchObject({
      url: server.requests[0]?.url,
      body: server.requests[0]?.body,
    });
  });

  it('is repeated when the answer stops halfway', async () => {
    answerInTurn(hangUpHalfway, succeed);
    await client.queues.list();
    expect(server.requests).toHaveLength(2);
  });

  it.each([429, 502, 503, 504])('is repeated after a %p', async (status) => {
    answerInTurn(refuse(status), refuse(status), succeed);
    await client.queues.list();
    expect(server.requests).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 409, 500])('is not repeated after a %p', async (status) => {
    answerInTurn(refuse(status), succeed);
    await expect(client.queues.list()).rejects.toBeInstanceOf(SpoolProblem);
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as the server asked', async () => {
    answerInTurn(refuse(503, 'unavailable', { 'retry-after': '1' }), succeed);
    const startedMs = performance.now();
    await client.queues.list();
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(999);
  });

  it('does not wait for a time that its timeout does not allow', async () => {
    answerInTurn(refuse(503, 'unavailable', { 'retry-after': '60' }), succeed);
    await expect(client.queues.list({}, { timeoutMs: 5_000 })).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterMs: 60_000,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('fails with the last reason when its repetitions are used up', async () => {
    answerInTurn(hangUp);
    const patient = new SpoolClient({ url: server.url, retry: { ...quick, retries: 2 } });
    await expect(patient.queues.list()).rejects.toBeInstanceOf(SpoolConnectionError);
    expect(server.requests).toHaveLength(3);
  });

  it('ends at its timeout, repetitions included', async () => {
    answerInTurn(hangUp, () => undefined);
    await expect(client.queues.list({}, { timeoutMs: 2_000 })).rejects.toBeInstanceOf(SpoolTimeoutError);
    expect(server.requests).toHaveLength(2);
  });

  it('ends with the caller’s reason while it waits to be repeated', async () => {
    const controller = new AbortController();
    answerInTurn((response) => {
      response.on('close', () => controller.abort(new Error('The program ends.')));
      response.destroy();
    });
    const slow = new SpoolClient({ url: server.url, retry: { initialDelayMs: 20_000, maxDelayMs: 20_000 } });
    await expect(slow.queues.list({}, { signal: controller.signal })).rejects.toThrow('The program ends.');
    expect(server.requests).toHaveLength(1);
  });

  it('is made once when repeating is off', async () => {
    answerInTurn(hangUp, succeed);
    const impatient = new SpoolClient({ url: server.url, retry: false });
    await expect(impatient.queues.list()).rejects.toBeInstanceOf(SpoolConnectionError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('A call that could take effect twice', () => {
  it.each(Object.entries(unrepeatable))('(%s) is made once', async (_, call) => {
    answerInTurn(hangUp, succeed);
    await expect(call()).rejects.toBeInstanceOf(SpoolConnectionError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('Connections', () => {
  const callsAtOnce = 100;
  let counting: Server;
  let url: string;
  let connections = 0;

  beforeAll(async () => {
    const open: (() => void)[] = [];
    counting = createServer((_, response) => {
      open.push(() => response.end());
      if (open.length === callsAtOnce) for (const answer of open.splice(0)) answer();
    });
    counting.on('connection', () => (connections += 1));
    counting.listen(0, '127.0.0.1');
    await once(counting, 'listening');
    const address = counting.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    url = `http://127.0.0.1:${address.port}`;
  });

  afterAll(async () => {
    counting.closeAllConnections();
    counting.close();
    await once(counting, 'close');
  });

  it('carry a hundred calls at once, and are kept for the next hundreds', async () => {
    const concurrent = new SpoolClient({ url, retry: false });
    for (let round = 0; round < 5; round += 1) {
      // The server answers none before all of them are there.
      await Promise.all(Array.from({ length: callsAtOnce }, () => concurrent.queues.list()));
    }
    // A call that is made as the last answer ends may open one more, once.
    expect(connections).toBeLessThanOrEqual(2 * callsAtOnce);
  }, 60_000);
});
