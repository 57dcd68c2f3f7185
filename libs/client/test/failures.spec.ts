import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SpoolClient, SpoolConnectionError, SpoolProblem, SpoolTimeoutError } from '../src/index.js';
import { json, startRecordingServer, type RecordingServer } from './recording-server.js';

let server: RecordingServer;
let client: SpoolClient;

beforeAll(async () => {
  server = await startRecordingServer();
  client = new SpoolClient({ url: server.url, timeoutMs: 5_000, retry: false });
});

afterAll(() => server.stop());

const problem = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  code: 'validation_failed',
  detail: 'The request has 1 error.',
  requestId: 'r-1',
  errors: [{ path: '/tasks/1/maxAttempts', message: 'Too small' }],
};

const rejectionOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('The call was answered.');
    },
    (reason: unknown) => reason,
  );

describe('answers', () => {
  it('are handed on as they come, numbers and keys unchanged', async () => {
    const task = { id: '9007199254740993', payload: { __proto__x: 1, constructor: [1e-7, null] } };
    server.answerWith(json(200, task));

    expect(await client.tasks.get('9007199254740993')).toEqual(task);
  });

  it('without a body are undefined', async () => {
    server.answerWith(json(204, undefined));

    expect(await client.tasks.delete('1')).toBeUndefined();
  });
});

describe('refusals', () => {
  it('become a SpoolProblem with all that the document says', async () => {
    server.answerWith(json(400, problem, { 'content-type': 'application/problem+json' }));

    const refused = await rejectionOf(client.tasks.enqueueBatch('orders', [{ payload: 1 }]));

    expect(refused).toBeInstanceOf(SpoolProblem);
    expect(refused).toBeInstanceOf(Error);
    const { code, status, detail, requestId, errors } = problem;
    expect(refused).toMatchObject({
      code,
      status,
      detail,
      requestId,
      errors,
      message: detail,
      retryAfterMs: null,
    });
  });

  it('keep Retry-After in seconds as milliseconds', async () => {
    const shed = { ...problem, status: 503, code: 'unavailable' };
    server.answerWith(json(503, shed, { 'retry-after': '2' }));

    await expect(client.queues.list()).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 2_000 });
  });

  it('read Retry-After as a date too', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    server.answerWith(json(503, problem, { 'retry-after': date }));

    const refused = await rejectionOf(client.queues.list());

    if (!(refused instanceof SpoolProblem)) throw new Error('The call was not refused.');
    expect(refused.retryAfterMs).toBeGreaterThan(55_000);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['a page of a proxy', '<h1>Bad Gateway</h1>'],
    ['JSON of another kind', '{"error":"nope"}'],
    ['nothing', ''],
  ])('from a stranger, with %s, keep their status', async (_, text) => {
    server.answerWith((response) => {
      response.writeHead(502, { 'content-type': 'text/html', 'x-request-id': 'edge-7' });
      response.end(text);
    });

    await expect(client.queues.list()).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 502,
      requestId: 'edge-7',
    });
  });

  it('of a newer server keep their detail when the code is unknown', async () => {
    server.answerWith(json(409, { ...problem, status: 409, code: 'from_the_future', detail: 'Later.' }));

    await expect(client.queues.list()).rejects.toMatchObject({ code: 'unexpected_answer', detail: 'Later.' });
  });
});

describe('calls without an answer', () => {
  it('end at their timeout', async () => {
    server.answerWith(() => undefined);

    const reason = await rejectionOf(client.tasks.get('1', { timeoutMs: 20 }));

    expect(reason).toBeInstanceOf(SpoolTimeoutError);
    expect(reason).toMatchObject({ timeoutMs: 20 });
  });

  it('end at the timeout when the answer stops in the middle', async () => {
    server.answerWith((response) => void response.writeHead(200).write('{"items":'));

    expect(await rejectionOf(client.tasks.get('1', { timeoutMs: 20 }))).toBeInstanceOf(SpoolTimeoutError);
  });

  it('let a long poll wait its time on top', async () => {
    server.answerWith(
      (response) => void setTimeout(() => json(200, { tasks: [] })(response, server.lastRequest()), 60),
    );

    const answer = client.tasks.dequeue('orders', { workerId: 'w', waitMs: 10_000 }, { timeoutMs: 20 });

    expect(await answer).toEqual({ tasks: [] });
  });

  it('end with the reason of the caller’s signal, and the server sees the connection close', async () => {
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      server.answerWith((response) => {
        response.on('close', resolve);
        controller.abort(new Error('The worker stops.'));
      });
    });

    const call = client.tasks.dequeue('orders', { workerId: 'w' }, { signal: controller.signal });

    await expect(call).rejects.toThrow('The worker stops.');
    await closed;
  });

  it('are not made under a signal that was aborted before', async () => {
    const before = server.requests.length;

    await expect(
      client.queues.list({}, { signal: AbortSignal.abort(new Error('Too late.')) }),
    ).rejects.toThrow('Too late.');
    expect(server.requests).toHaveLength(before);
  });

  it('leave no listener on the caller’s signal once they are answered', async () => {
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    server.answerWith(json(200, {}));

    await client.queues.get('orders', { signal });

    const listeners = (calls: readonly (readonly unknown[])[]) => calls.map(([, listener]) => listener);
    expect(added).toHaveBeenCalledTimes(1);
    expect(listeners(removed.mock.calls)).toEqual(listeners(added.mock.calls));
  });

  it('become a SpoolConnectionError with its cause when nobody listens', async () => {
    const gone = await startRecordingServer();
    await gone.stop();

    const reason = await rejectionOf(new SpoolClient({ url: gone.url, retry: false }).queues.list());

    expect(reason).toBeInstanceOf(SpoolConnectionError);
    expect(reason).toHaveProperty('cause');
  });
});

describe('another fetch', () => {
  it('is used in place of the platform’s', async () => {
    const calls: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (address) => {
      calls.push(address);
      return new Response('{"items":[],"nextCursor":null}', {
        headers: { 'content-type': 'application/json' },
      });
    };

    await new SpoolClient({ url: '', fetch }).queues.list();

    expect(calls).toEqual(['/v1/queues']);
  });
});
