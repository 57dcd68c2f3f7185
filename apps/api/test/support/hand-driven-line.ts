import { jest } from '@jest/globals';
import { queueConfiguration } from '@spool/contracts';
import type { QueueRecord } from '../../src/store/queue-store.js';
import type { Demand, TakenTask, Taking } from '../../src/store/transitions/take-tasks.js';
import { QueueLine } from '../../src/leases/queue-line.js';
import { Ticket, type Share } from '../../src/leases/ticket.js';

/** The queue that the line is of. */
export const queue: QueueRecord = {
  id: 7,
  name: 'orders',
  configuration: queueConfiguration.parse({}),
  isPaused: false,
  pauseReason: null,
  version: 1,
  createdAtMs: 0,
  updatedAtMs: 0,
};

const aTask = (id: string): TakenTask => ({
  id,
  threadKey: null,
  threadId: null,
  type: null,
  attempt: 1,
  maxAttempts: 5,
  scheduledAtMs: 0,
  readyAtMs: 0,
  enqueuedAtMs: 0,
  payload: 'null',
  traceparent: null,
  leaseToken: id,
  leaseExpiresAtMs: 0,
});

type Taken = Pick<Taking, 'queue' | 'shares'>;

/** One transaction that a line has begun, and how the test ends it. */
export interface Taker {
  readonly demands: readonly Demand[];
  give(...shares: string[][]): Promise<void>;
  fail(error: Error): Promise<void>;
  findNoQueue(): Promise<void>;
}

/** Lets everything that a settled promise sets off happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A line whose transactions a test ends by hand. */
export const handDrivenLine = () => {
  const takers: Taker[] = [];
  const onWaiting = jest.fn();
  const line = new QueueLine(
    (demands) =>
      new Promise<Taken>((resolve, reject) => {
        takers.push({
          demands,
          give: (...shares) => {
            resolve({
              queue,
              shares: demands.map((_, index) => (shares[index] ?? []).map((id) => aTask(id))),
            });
            return settled();
          },
          fail: (error) => {
            reject(error);
            return settled();
          },
          findNoQueue: () => {
            resolve({ queue: null, shares: demands.map(() => []) });
            return settled();
          },
        });
      }),
    onWaiting,
  );
  const takerAt = (index: number): Taker => {
    const taker = takers[index];
    if (taker === undefined) throw new Error(`There were only ${takers.length} transactions.`);
    return taker;
  };
  return { line, takers, takerAt, onWaiting };
};

/** What a caller in the line asks for. */
interface CallerOptions {
  readonly max?: number;
  readonly waitMs?: number;
  readonly gone?: AbortSignal;
}

/** A caller, and what it was answered so far. */
export const aLineCaller = (
  workerId: string,
  { max = 1, waitMs = 0, gone = new AbortController().signal }: CallerOptions = {},
) => {
  const ticket = new Ticket({ max, workerId, keepaliveTimeoutMs: null }, waitMs, gone);
  const caller: { ticket: Ticket; answer: string[] | 'no queue' | Error | undefined } = {
    ticket,
    answer: undefined,
  };
  const read = (share: Share) => (caller.answer = share === null ? 'no queue' : share.map(({ id }) => id));
  ticket.answered.then(read, (error: Error) => (caller.answer = error));
  return caller;
};

/** Who stands in a transaction, in order. */
export const workersOf = ({ demands }: Taker): string[] => demands.map(({ workerId }) => workerId);
