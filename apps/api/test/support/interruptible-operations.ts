import { exchangeAnswer } from '@spool/contracts';
import type { Call } from '@spool/test-bed/caller.js';
import { readAnswer, TaskCalls, type Held } from './task-calls.js';

/** One replica, as an operation uses it. */
export interface Via {
  readonly call: Call;
  /** Runs one sweep; tells how many leases it expired. */
  readonly expire: () => Promise<number>;
}

/** A thread of A and B and a free task C, which nothing else touches. */
export interface Scene {
  readonly queue: string;
  /** Its thread, and how the types of its tasks end: `A-scene-17`. */
  readonly mark: string;
  readonly ids: Readonly<Record<'A' | 'B' | 'C', string>>;
  /** A and C in a worker's hands, where the operation begins so. */
  readonly held: readonly Held[];
}

/** Something that changes tasks in one transaction, and may lose its connection anywhere in it. */
export interface Operation {
  readonly name: string;
  /** Where A and C are when it begins. */
  readonly begins: 'enqueued' | 'in progress' | 'lapsed' | 'dead';
  /** Whether its queue forwards the dead. */
  readonly forwards?: true;
  /** Whether asking for it again means something else than asking for it once. */
  readonly takesMoreWhenRepeated?: true;
  /** Does it; answers what the caller was told, but for what varies from run to run. */
  act(via: Via, scene: Scene): Promise<string>;
}

const error = { type: 'Broken', message: 'The receiver answered 503' };
const longAgo = '2001-01-01T00:00:00.000Z';

interface Result {
  readonly status: string;
  readonly code?: string | undefined;
  readonly outcome?: string | undefined;
}

const toldOf = async (results: Promise<readonly Result[]> | readonly Result[]): Promise<string> =>
  (await results).map(({ status, code, outcome }) => [code ?? status, outcome].join(' ').trim()).join(', ');

const enqueue: Operation = {
  name: 'enqueue',
  begins: 'enqueued',
  act: async ({ call }, { queue, mark }) => {
    const displacing = { type: `D-${mark}`, threadId: mark, scheduledAt: longAgo, dedupKey: `D-${mark}` };
    const free = { type: `E-${mark}`, dedupKey: `E-${mark}` };
    const tasks = await new TaskCalls(call).enqueueBatch(queue, [displacing, free]);
    return tasks.map(({ state }) => state).join(', ');
  },
};

const enqueueWithoutKeys: Operation = {
  name: 'enqueue without keys',
  begins: 'enqueued',
  takesMoreWhenRepeated: true,
  act: async ({ call }, { queue, mark }) => {
    const displacing = { type: `D-${mark}`, threadId: mark, scheduledAt: longAgo };
    const tasks = await new TaskCalls(call).enqueueBatch(queue, [displacing, { type: `E-${mark}` }]);
    return tasks.map(({ state }) => state).join(', ');
  },
};

const dequeue: Operation = {
  name: 'dequeue',
  begins: 'enqueued',
  takesMoreWhenRepeated: true,
  act: async ({ call }, { queue }) => {
    const calls = new TaskCalls(call);
    const taken = await calls.dequeue(queue, { max: 2 });
    const prolonged = await toldOf(calls.keepalive(taken));
    return `${taken.map(({ type, attempt }) => `${type?.charAt(0)} ${attempt}`).join(', ')}: ${prolonged}`;
  },
};

const exchange: Operation = {
  name: 'exchange',
  begins: 'in progress',
  takesMoreWhenRepeated: true,
  act: async ({ call }, { queue, held }) => {
    const complete = held.map(({ id, leaseToken }) => ({ id, leaseToken }));
    const request = { complete, dequeue: { workerId: 'worker-1', max: 1 } };
    const answer = await call('POST', `/v1/queues/${queue}/exchange`, request);
    const { complete: settled, tasks } = readAnswer(exchangeAnswer, 200, answer);
    const prolonged = await toldOf(new TaskCalls(call).keepalive(tasks));
    return `${await toldOf(settled)}; ${tasks.map(({ type }) => type?.charAt(0)).join()}: ${prolonged}`;
  },
};

const reschedule: Operation = {
  name: 'reschedule',
  begins: 'enqueued',
  act: async ({ call }, { ids }) => {
    const { status } = await call('PATCH', `/v1/tasks/${ids.B}`, { scheduledAt: longAgo });
    if (status >= 500) throw new Error(String(status));
    return String(status);
  },
};

/** Every operation that changes tasks. */
export const operations: readonly Operation[] = [
  enqueue,
  enqueueWithoutKeys,
  dequeue,
  exchange,
  reschedule,
  {
    name: 'keepalive',
    begins: 'in progress',
    act: ({ call }, { held }) => toldOf(new TaskCalls(call).keepalive(held)),
  },
  {
    name: 'complete',
    begins: 'in progress',
    act: ({ call }, { held }) => toldOf(new TaskCalls(call).complete(held)),
  },
  {
    name: 'fail with attempts left',
    begins: 'in progress',
    act: ({ call }, { held }) => toldOf(new TaskCalls(call).fail(held, { error, retryAfterMs: 0 })),
  },
  {
    name: 'fail for good',
    begins: 'in progress',
    act: ({ call }, { held }) => toldOf(new TaskCalls(call).fail(held, { error, retryable: false })),
  },
  {
    name: 'fail and forward',
    begins: 'in progress',
    forwards: true,
    act: ({ call }, { held }) => toldOf(new TaskCalls(call).fail(held, { error, retryable: false })),
  },
  {
    name: 'release',
    begins: 'in progress',
    act: ({ call }, { held }) => toldOf(new TaskCalls(call).release(held)),
  },
  {
    name: 'delete',
    begins: 'in progress',
    act: ({ call }, { ids }) => toldOf(new TaskCalls(call).delete([ids.A, ids.C])),
  },
  {
    name: 'delete of dead tasks',
    begins: 'dead',
    act: ({ call }, { ids }) => toldOf(new TaskCalls(call).deleteDead([ids.A, ids.C])),
  },
  {
    name: 'restart',
    begins: 'dead',
    act: ({ call }, { ids }) => toldOf(new TaskCalls(call).restart({ ids: [ids.A, ids.C] })),
  },
  { name: 'expire', begins: 'lapsed', act: async ({ expire }) => `${await expire()} expired` },
];
