import { describe, expect, it, jest } from '@jest/globals';
import { queueConfiguration } from '@spool/contracts';
import type { QueueRecord } from '../store/queue-store.js';
import type { Demand, TakenTask, Taking } from '../store/transitions/take-tasks.js';
import { QueueLine } from './queue-line.js';
import { Ticket, type Share } from './ticket.js';

const queue: QueueRecord = {
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
interface Taker {
  readonly demands: readonly Demand[];
  give(...shares: string[][]): Promise<void>;
  fail(error: Error): Promise<void>;
  findNoQueue(): Promise<void>;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A line whose transactions a test ends by hand. */
const handDrivenLine = () => {
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

interface CallerOptions {
  readonly max?: number;
  readonly waitMs?: number;
  readonly gone?: AbortSignal;
}

/** A caller, and what it was answered so far. */
const aCaller = (
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

const workersOf = ({ demands }: Taker): string[] => demands.map(({ workerId }) => workerId);

describe('A queue’s line', () => {
  it('serves together, in order, whoever came while a transaction was under way', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const [first, second, third] = [aCaller('first'), aCaller('second', { max: 2 }), aCaller('third')];
    for (const { ticket } of [first, second, third]) line.join(ticket);
    expect(workersOf(takerAt(0))).toEqual(['first']);
    await takerAt(0).give(['1']);
    expect(takerAt(1).demands.map(({ workerId, max }) => [workerId, max])).toEqual([
      ['second', 2],
      ['third', 1],
    ]);
    await takerAt(1).give(['2', '3'], ['4']);
    expect([first, second, third].map(({ answer }) => answer)).toEqual([['1'], ['2', '3'], ['4']]);
    expect([takers.length, line.isEmpty]).toEqual([2, true]);
  });

  it('lets nobody overtake one whose demand does not fit into the same transaction', async () => {
    const { line, takerAt } = handDrivenLine();
    const callers = [
      aCaller('first'),
      aCaller('much', { max: 300 }),
      aCaller('more', { max: 300 }),
      aCaller('one'),
    ];
    for (const { ticket } of callers) line.join(ticket);
    await takerAt(0).give(['1']);
    expect(workersOf(takerAt(1))).toEqual(['much']);
    await takerAt(1).give(['2']);
    expect(workersOf(takerAt(2))).toEqual(['more', 'one']);
  });

  it('answers at once those who do not wait, and keeps those who do', async () => {
    const { line, takerAt, onWaiting } = handDrivenLine();
    const [hasty, patient] = [aCaller('hasty'), aCaller('patient', { waitMs: 60_000 })];
    line.join(patient.ticket);
    await takerAt(0).give([]);
    line.join(hasty.ticket);
    await takerAt(1).give([], []);
    expect([hasty.answer, patient.answer]).toEqual([[], undefined]);
    expect([line.hasWaiting, line.queueId]).toEqual([true, queue.id]);
    expect(onWaiting).toHaveBeenCalled();
    line.close();
    await settled();
    expect(patient.answer).toEqual([]);
  });

  it('looks again when it is told so, and serves who waited longest first', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const [early, late] = [aCaller('early', { waitMs: 60_000 }), aCaller('late', { waitMs: 60_000 })];
    line.join(early.ticket);
    await takerAt(0).give([]);
    line.join(late.ticket);
    await takerAt(1).give([], []);
    expect(takers).toHaveLength(2);
    line.look();
    expect(workersOf(takerAt(2))).toEqual(['early', 'late']);
    await takerAt(2).give(['1'], []);
    expect([early.answer, late.answer]).toEqual([['1'], undefined]);
    await takerAt(3).give([]);
    line.close();
  });

  it('loses no wake-up that comes while it looks', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const patient = aCaller('patient', { waitMs: 60_000 });
    line.join(patient.ticket);
    line.look();
    await takerAt(0).give([]);
    expect(takers).toHaveLength(2);
    await takerAt(1).give(['1']);
    expect(patient.answer).toEqual(['1']);
  });

  it('does not look when nobody is there', async () => {
    const { line, takers } = handDrivenLine();
    line.look();
    await settled();
    expect(takers).toEqual([]);
  });

  it('tells everybody when there is no such queue', async () => {
    const { line, takerAt } = handDrivenLine();
    const callers = [aCaller('hasty'), aCaller('patient', { waitMs: 60_000 })];
    for (const { ticket } of callers) line.join(ticket);
    await takerAt(0).findNoQueue();
    await takerAt(1).findNoQueue();
    expect(callers.map(({ answer }) => answer)).toEqual(['no queue', 'no queue']);
  });

  it('refuses those whose transaction failed, and serves those behind them', async () => {
    const { line, takerAt } = handDrivenLine();
    const [unlucky, next] = [aCaller('unlucky'), aCaller('next', { waitMs: 60_000 })];
    const behind = aCaller('behind', { max: 500 });
    for (const { ticket } of [unlucky, next, behind]) line.join(ticket);
    await takerAt(0).fail(new Error('away'));
    expect(unlucky.answer).toEqual(new Error('away'));
    expect(workersOf(takerAt(1))).toEqual(['next']);
    await takerAt(1).fail(new Error('still away'));
    expect(next.answer).toEqual(new Error('still away'));
    expect(workersOf(takerAt(2))).toEqual(['behind']);
    await takerAt(2).give(['1']);
    expect(behind.answer).toEqual(['1']);
  });
});

describe('A caller in the line', () => {
  it('goes home with nothing when its patience ends', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const { line, takerAt } = handDrivenLine();
      const patient = aCaller('patient', { waitMs: 1_000 });
      line.join(patient.ticket);
      await takerAt(0).give([]);
      jest.advanceTimersByTime(999);
      await settled();
      expect(patient.answer).toBeUndefined();
      jest.advanceTimersByTime(1);
      await settled();
      expect([patient.answer, line.isEmpty]).toEqual([[], true]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('that hangs up while it waits leaves the line', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const hangUp = new AbortController();
    const gone = aCaller('gone', { waitMs: 60_000, gone: hangUp.signal });
    line.join(gone.ticket);
    await takerAt(0).give([]);
    hangUp.abort();
    await settled();
    expect([gone.answer, line.isEmpty]).toEqual([[], true]);
    line.look();
    expect(takers).toHaveLength(1);
  });

  it('that hangs up while it is served is still given its share: somebody must hand that back', async () => {
    const { line, takerAt } = handDrivenLine();
    const hangUp = new AbortController();
    const gone = aCaller('gone', { waitMs: 60_000, gone: hangUp.signal });
    line.join(gone.ticket);
    hangUp.abort();
    await settled();
    expect(gone.answer).toBeUndefined();
    await takerAt(0).give(['1']);
    expect(gone.answer).toEqual(['1']);
  });

  it('that had hung up before it joined does not wait', async () => {
    const { line, takerAt } = handDrivenLine();
    const gone = aCaller('gone', { waitMs: 60_000, gone: AbortSignal.abort() });
    line.join(gone.ticket);
    await takerAt(0).give([]);
    expect(gone.answer).toEqual([]);
  });
});

describe('A line that closes', () => {
  it('answers who waits, still serves who has not been, and keeps nobody who comes later', async () => {
    const { line, takerAt } = handDrivenLine();
    const waiting = aCaller('waiting', { waitMs: 60_000 });
    line.join(waiting.ticket);
    await takerAt(0).give([]);
    const unserved = aCaller('unserved', { waitMs: 60_000 });
    line.join(unserved.ticket);
    line.close();
    await takerAt(1).give([], ['1']);
    await takerAt(2).give([]);
    expect([waiting.answer, unserved.answer]).toEqual([[], ['1']]);
    const late = aCaller('late', { waitMs: 60_000 });
    line.join(late.ticket);
    await takerAt(3).give([]);
    expect([late.answer, line.isEmpty]).toEqual([[], true]);
  });
});
