import { setTimeout as pause } from 'node:timers/promises';
import { dequeueAnswer, enqueuedTask, exchangeAnswer, itemRefusal, leasedTask, task } from '@spool/contracts';
import { z } from 'zod';
import type { Chance } from '../chance.js';
import type { Installation } from '../installation/installation.js';
import type { Admitted, Answer, Asked, Demand, Entry, Item, Sent, Taken, Told } from './entry.js';
import { nowMs } from './recorder.js';

const timeoutMs = 10_000;
/** So that nobody spins while no replica runs. */
const afterTroubleMs = 20;

const told = z.object({
  status: z.enum(['ok', 'error']),
  code: z.string().optional(),
  outcome: z.string().optional(),
  scheduledAt: z.string().optional(),
  leaseExpiresAt: z.string().optional(),
  newId: z.string().optional(),
  promoted: z.string().optional(),
});
const results = z.object({ results: z.array(z.union([told, itemRefusal])) });
const batchAnswer = z.object({ tasks: z.array(enqueuedTask) });

const nothing: Answer = { admitted: [], results: [], taken: [] };
const noAsk: Asked = { queue: null, sent: [], items: [], demand: null, hold: null };

const toldOf = (given: z.output<typeof told>): Told => ({
  status: given.status,
  ...(given.code === undefined ? {} : { code: given.code }),
  ...(given.outcome === undefined ? {} : { outcome: given.outcome }),
  ...(given.scheduledAt === undefined ? {} : { scheduledAtMs: Date.parse(given.scheduledAt) }),
  ...(given.leaseExpiresAt === undefined ? {} : { leaseExpiresAtMs: Date.parse(given.leaseExpiresAt) }),
  ...(given.newId === undefined ? {} : { newId: Number(given.newId) }),
  ...(given.promoted === undefined ? {} : { promoted: Number(given.promoted) }),
});

const admittedOf = (given: z.output<typeof enqueuedTask>): Admitted => {
  if (!('scheduledAt' in given)) throw new Error(`Task ${given.id} was taken for a duplicate.`);
  const { id, scheduledAt, enqueuedAt } = given;
  return { id: Number(id), scheduledAtMs: Date.parse(scheduledAt), enqueuedAtMs: Date.parse(enqueuedAt) };
};

const takenOf = (given: z.output<typeof leasedTask>): Taken => ({
  id: Number(given.id),
  token: Number(given.leaseToken),
  threadId: given.threadId,
  marker: String(given.payload),
  attempt: given.attempt,
  maxAttempts: given.maxAttempts,
  enqueuedAtMs: Date.parse(given.enqueuedAt),
  scheduledAtMs: Date.parse(given.scheduledAt),
  leaseExpiresAtMs: Date.parse(given.leaseExpiresAt),
});

const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

const sentBody = ({ marker, threadId, scheduledAtMs, delayMs, maxAttempts }: Sent): object => ({
  payload: marker,
  threadId,
  ...(scheduledAtMs === undefined ? {} : { scheduledAt: isoTime(scheduledAtMs) }),
  ...(delayMs === undefined ? {} : { delayMs }),
  ...(maxAttempts === undefined ? {} : { maxAttempts }),
});

const itemBody = (item: Extract<Item, { token: number }>): object => {
  const { verb, id, token, ...said } = item;
  const error = verb === 'fail' ? { error: { message: 'It was meant to fail.', type: 'Meant' } } : {};
  return { id: String(id), leaseToken: String(token), ...said, ...error };
};

/** How a request is sent, and what its answer means. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly read: (body: unknown) => Answer;
}

const resultsOf = (body: unknown): Answer => ({
  ...nothing,
  results: results.parse(body).results.map(toldOf),
});

const held = (items: readonly Item[], verb: Item['verb']): object[] =>
  items.flatMap((item) => (item.verb === verb && 'token' in item ? [itemBody(item)] : []));

const requestFor = (asked: Asked): Request => {
  const { queue, sent, items, demand, hold } = asked;
  const [item] = items;
  if (sent.length === 1) {
    const read = (body: unknown): Answer => ({
      ...nothing,
      admitted: [admittedOf(enqueuedTask.parse(body))],
    });
    return { method: 'POST', path: `/v1/queues/${queue}/tasks`, body: sentBody(sent[0] as Sent), read };
  }
  if (sent.length > 1) {
    const read = (body: unknown): Answer => ({
      ...nothing,
      admitted: batchAnswer.parse(body).tasks.map(admittedOf),
    });
    const tasks = { tasks: sent.map(sentBody) };
    return { method: 'POST', path: `/v1/queues/${queue}/tasks/batch`, body: tasks, read };
  }
  if (hold !== null)
    return { method: 'POST', path: `/v1/queues/${queue}/${hold}`, body: {}, read: () => nothing };
  if (demand !== null && item === undefined) {
    const read = (body: unknown): Answer => ({
      ...nothing,
      taken: dequeueAnswer.parse(body).tasks.map(takenOf),
    });
    return { method: 'POST', path: `/v1/queues/${queue}/dequeue`, body: demand, read };
  }
  if (queue !== null) {
    const read = (body: unknown): Answer => {
      const answer = exchangeAnswer.parse(body);
      const all = [...answer.complete, ...answer.fail];
      return {
        ...nothing,
        results: all.map((one) => toldOf(told.parse(one))),
        taken: answer.tasks.map(takenOf),
      };
    };
    const body = {
      complete: held(items, 'complete'),
      fail: held(items, 'fail'),
      ...(demand === null ? {} : { dequeue: demand }),
    };
    return { method: 'POST', path: `/v1/queues/${queue}/exchange`, body, read };
  }
  if (item === undefined) throw new Error('Nothing was asked.');
  return requestForItems(item, items);
};

const requestForItems = (item: Item, items: readonly Item[]): Request => {
  const ids = items.map(({ id }) => String(id));
  switch (item.verb) {
    case 'delete':
      return { method: 'POST', path: '/v1/tasks/delete', body: { ids }, read: resultsOf };
    case 'restart':
      return { method: 'POST', path: '/v1/dead-tasks/restart', body: { ids }, read: resultsOf };
    case 'reschedule': {
      const read = (body: unknown): Answer => {
        const { scheduledAt } = task.parse(body);
        return { ...nothing, results: [{ status: 'ok', scheduledAtMs: Date.parse(scheduledAt) }] };
      };
      const body = { scheduledAt: isoTime(item.scheduledAtMs) };
      return { method: 'PATCH', path: `/v1/tasks/${item.id}`, body, read };
    }
    default:
      return {
        method: 'POST',
        path: `/v1/tasks/${item.verb}`,
        body: { items: held(items, item.verb) },
        read: resultsOf,
      };
  }
};

const problem = z.object({ code: z.string() });

const parseBody = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** What came of a call, before it is written down. */
type Outcome = Pick<Entry, 'fate' | 'answer' | 'reason'>;

/** The refusal of a call for one task is that task's honest result. */
const refusalOf = (asked: Asked, status: number, text: string): Outcome => {
  const { code } = problem.parse(parseBody(text));
  if (status >= 500) return { fate: 'unknown', answer: null, reason: `${status} ${code}` };
  const [item] = asked.items;
  if (item?.verb === 'reschedule')
    return { fate: 'answered', answer: { ...nothing, results: [{ status: 'error', code }] }, reason: null };
  return { fate: 'refused', answer: null, reason: `${status} ${code}` };
};

const isRefusedConnection = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
};

/** A client that calls replicas at random and writes down every call. It never repeats one by itself. */
export class RecordingClient {
  constructor(
    readonly name: string,
    private readonly installation: Installation,
    private readonly chance: Chance,
  ) {}

  /** Enqueues tasks, all or nothing. */
  enqueue(queue: string, sent: readonly Sent[]): Promise<Entry> {
    return this.call({ ...noAsk, queue, sent });
  }

  dequeue(queue: string, demand: Demand): Promise<Entry> {
    return this.call({ ...noAsk, queue, demand });
  }

  /** Does one thing (all items have the same verb) with some tasks; a reschedule with one. */
  settle(items: readonly Item[]): Promise<Entry> {
    return this.call({ ...noAsk, items });
  }

  /** Completes and fails tasks, the completed first, and takes others in one transaction. */
  exchange(queue: string, items: readonly Item[], demand: Demand | null): Promise<Entry> {
    return this.call({ ...noAsk, queue, items, demand });
  }

  /** Pauses or resumes a queue. */
  hold(queue: string, hold: 'pause' | 'resume'): Promise<Entry> {
    return this.call({ ...noAsk, queue, hold });
  }

  /** Calls a replica that runs, if any does, and never throws for what the service or the network does. */
  async call(asked: Asked): Promise<Entry> {
    const running = Array.from({ length: this.installation.size }, (_, index) => index).filter(
      (index) => this.installation.urlOf(index) !== null,
    );
    const replica = this.chance.pick(running) ?? 0;
    const number = this.installation.recorder.nextNumber();
    const askedAtMs = nowMs();
    const outcome = await this.send(this.installation.urlOf(replica), asked);
    const entry = { number, client: this.name, replica, askedAtMs, endedAtMs: nowMs(), asked, ...outcome };
    this.installation.recorder.note(entry);
    if (outcome.fate !== 'answered') await pause(afterTroubleMs);
    return entry;
  }

  private async send(url: string | null, asked: Asked): Promise<Outcome> {
    if (url === null) return { fate: 'refused', answer: null, reason: 'no replica runs' };
    const { method, path, body, read } = requestFor(asked);
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...this.installation.credentials, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs + (asked.demand?.waitMs ?? 0)),
      });
      ({ status } = response);
      text = await response.text();
    } catch (error) {
      if (isRefusedConnection(error)) return { fate: 'refused', answer: null, reason: 'connection refused' };
      return { fate: 'unknown', answer: null, reason: 'the connection broke or nothing came' };
    }
    if (status >= 400) return refusalOf(asked, status, text);
    return { fate: 'answered', answer: read(parseBody(text)), reason: null };
  }
}
