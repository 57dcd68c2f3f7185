import { dequeueAnswer, enqueuedTask, exchangeAnswer, itemRefusal, leasedTask, task } from '@spool/contracts';
import { z } from 'zod';
import type { Admitted, Answer, Asked, Demand, Item, Sent, Taken, Told } from './entry.js';

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

/** The answer to a call that asked for nothing. */
export const nothing: Answer = { admitted: [], results: [], taken: [] };

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

/** How a call is sent, and what its answer means. */
export interface Request {
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

const post = (path: string, body: unknown, read: Request['read']): Request => ({
  method: 'POST',
  path,
  body,
  read,
});

const requestForSent = (queue: string, sent: readonly Sent[]): Request => {
  const [first] = sent;
  if (first !== undefined && sent.length === 1)
    return post(`/v1/queues/${queue}/tasks`, sentBody(first), (body) => ({
      ...nothing,
      admitted: [admittedOf(enqueuedTask.parse(body))],
    }));
  return post(`/v1/queues/${queue}/tasks/batch`, { tasks: sent.map(sentBody) }, (body) => ({
    ...nothing,
    admitted: batchAnswer.parse(body).tasks.map(admittedOf),
  }));
};

const requestForExchange = (queue: string, items: readonly Item[], demand: Demand | null): Request => {
  const body = {
    complete: held(items, 'complete'),
    fail: held(items, 'fail'),
    ...(demand === null ? {} : { dequeue: demand }),
  };
  return post(`/v1/queues/${queue}/exchange`, body, (given) => {
    const answer = exchangeAnswer.parse(given);
    const all = [...answer.complete, ...answer.fail];
    return {
      ...nothing,
      results: all.map((one) => toldOf(told.parse(one))),
      taken: answer.tasks.map(takenOf),
    };
  });
};

/** The request that a call becomes. */
export const requestFor = ({ queue, sent, items, demand, hold }: Asked): Request => {
  const [item] = items;
  if (queue === null) {
    if (item === undefined) throw new Error('Nothing was asked.');
    return requestForItems(item, items);
  }
  if (sent.length > 0) return requestForSent(queue, sent);
  if (hold !== null) return post(`/v1/queues/${queue}/${hold}`, {}, () => nothing);
  if (demand !== null && item === undefined)
    return post(`/v1/queues/${queue}/dequeue`, demand, (body) => ({
      ...nothing,
      taken: dequeueAnswer.parse(body).tasks.map(takenOf),
    }));
  return requestForExchange(queue, items, demand);
};
