import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SpoolProblem, Worker, type WorkerEvents } from '../src/index.js';
import {
  json,
  startRecordingServer,
  type RecordedRequest,
  type RecordingServer,
} from './recording-server.js';

let server: RecordingServer;
let worker: Worker | undefined;

beforeEach(async () => {
  server = await startRecordingServer();
});
afterEach(async () => {
  await worker?.stop({ graceMs: 0 });
  await server.stop();
});

interface Item {
  readonly id: string;
}
interface ExchangeBody {
  readonly complete: readonly Item[];
  readonly fail: readonly Item[];
}

const leased = (id: string) => ({ id, queue: 'orders', type: null, threadId: null, leaseToken: '7' });

const problem = (status: number, code: string) =>
  json(status, { type: 'about:blank', title: code, status, code, detail: code, requestId: 'r' });

/** Serves a queue that hands out these tasks once, and lets every further call for tasks wait. */
const serve = (
  ids: readonly string[],
  exchange: (body: ExchangeBody) => ReturnType<typeof json>,
  queue = json(200, { keepaliveTimeoutMs: 60_000 }),
): void => {
  let rest = [...ids];
  server.answerWith((response, request: RecordedRequest) => {
    const { method, url } = request;
    if (method === 'GET') return queue(response, request);
    if (url.endsWith('/exchange')) return exchange(request.body as ExchangeBody)(response, request);
    if (rest.length === 0) return undefined;
    const tasks = rest.map(leased);
    rest = [];
    return json(200, { tasks })(response, request);
  });
};

const start = (): Worker => {
  worker = new Worker({ url: server.url, queue: 'orders', handlers: () => undefined });
  worker.start();
  return worker;
};

/** Waits until a worker has told of an event some times; answers what each carried. */
const heard = <Name extends keyof WorkerEvents>(
  from: Worker,
  name: Name,
  times: number,
): Promise<WorkerEvents[Name][]> =>
  new Promise((resolve) => {
    const events: WorkerEvents[Name][] = [];
    from.on(name, (event) => {
      events.push(event);
      if (events.length === times) resolve(events);
    });
  });

const ok = ({ complete, fail }: ExchangeBody) =>
  json(200, { complete: complete.map(({ id }) => ({ id, status: 'ok' })), fail, tasks: [] });

describe('A worker', () => {
  it('tells each task by itself when together they are refused, and gives up only the one at fault', async () => {
    serve(['1', '2', '3'], (body) =>
      body.complete.some(({ id }) => id === '2') ? problem(400, 'validation_failed') : ok(body),
    );
    const running = start();
    const [settled, lost, errors] = await Promise.all([
      heard(running, 'settled', 2),
      heard(running, 'leaseLost', 1),
      heard(running, 'error', 2),
    ]);

    expect(settled.map(({ task }) => task.id).toSorted()).toEqual(['1', '3']);
    expect(lost).toMatchObject([{ task: { id: '2' }, loss: 'refused' }]);
    expect(errors.map(({ during }) => during)).toEqual(['settling', 'settling']);
  });

  it('takes "already settled" for what it is: its answer was lost, its work was not', async () => {
    let isFirst = true;
    serve(['1'], ({ complete }) => {
      if (isFirst) {
        isFirst = false;
        return (response) => void response.destroy();
      }
      const refusal = { status: 'error', code: 'already_settled', detail: '', outcome: 'completed' };
      const results = complete.map(({ id }) => ({ id, ...refusal }));
      return json(200, { complete: results, fail: [], tasks: [] });
    });
    const running = start();
    const [settled, errors] = await Promise.all([heard(running, 'settled', 1), heard(running, 'error', 1)]);

    expect(settled).toMatchObject([{ task: { id: '1' }, outcome: 'completed' }]);
    expect(errors).toMatchObject([{ during: 'settling' }]);
  });

  it('asks for leases as long as the queue’s', async () => {
    serve(['1'], ok);
    await heard(start(), 'settled', 1);

    expect(server.requests.find(({ url }) => url.endsWith('/dequeue'))?.body).toMatchObject({
      keepaliveTimeoutMs: 60_000,
    });
  });

  it('whose key may not read the queue asks for leases of half a minute', async () => {
    serve(['1'], ok, problem(403, 'forbidden'));
    await heard(start(), 'settled', 1);

    expect(server.requests.find(({ url }) => url.endsWith('/dequeue'))?.body).toMatchObject({
      keepaliveTimeoutMs: 30_000,
    });
  });

  it('waits for a queue that does not exist yet', async () => {
    let asked = 0;
    serve(['1'], ok, (response, request) => {
      asked += 1;
      const answer = asked < 3 ? problem(404, 'queue_not_found') : json(200, { keepaliveTimeoutMs: 5_000 });
      answer(response, request);
    });
    const running = start();
    const [errors] = await Promise.all([heard(running, 'error', 2), heard(running, 'settled', 1)]);

    expect(errors.map(({ during }) => during)).toEqual(['reading the queue', 'reading the queue']);
    for (const { error } of errors) expect(error).toBeInstanceOf(SpoolProblem);
  });
});
