import type { Sql } from '../platform/database/sql.js';
import type { TaskStep } from '../platform/tracing/tracing.js';
import { OperationCounts } from './operation-count-store.js';
import { Traffic } from './traffic.js';

/** How many tasks of a queue are where; `candidates` are those that may be dequeued, now or at their time. */
export interface QueueTally {
  readonly live: number;
  readonly inProgress: number;
  readonly waiting: number;
  readonly dead: number;
  readonly completed: number;
}

/** Something that a queue's tally counts. */
export type Tallied = keyof QueueTally;

const upsertCounters =
  'INSERT INTO counters (queue_id, slot, live, in_progress, waiting, dead, completed) VALUES ? ' +
  'ON DUPLICATE KEY UPDATE live = live + VALUES(live), in_progress = in_progress + VALUES(in_progress), ' +
  'waiting = waiting + VALUES(waiting), dead = dead + VALUES(dead), completed = completed + VALUES(completed)';
const sumCounters =
  'SELECT queue_id, SUM(live) AS live, SUM(in_progress) AS in_progress, SUM(waiting) AS waiting, SUM(dead) AS dead, ' +
  'SUM(completed) AS completed FROM counters WHERE queue_id IN (?) GROUP BY queue_id';
const deleteCounters = 'DELETE FROM counters WHERE queue_id = ?';

const tallyNames = [
  'live',
  'inProgress',
  'waiting',
  'dead',
  'completed',
] as const satisfies readonly Tallied[];
const nothing: QueueTally = { live: 0, inProgress: 0, waiting: 0, dead: 0, completed: 0 };

/** What one transaction changes in the tallies of its queues, and in the counts of operations. */
export class TallyChanges {
  /** For the statistics: noted in memory once the transaction is committed. */
  readonly traffic = new Traffic();
  /** What happened to tasks that belong to a trace: told once the transaction is committed. */
  readonly steps: TaskStep[] = [];
  readonly operations = new OperationCounts();
  private readonly byQueue = new Map<number, Record<Tallied, number>>();

  /** Several changes as one. */
  static sum(all: readonly TallyChanges[]): TallyChanges {
    const sum = new TallyChanges();
    for (const { byQueue, operations } of all) {
      sum.operations.addAll(operations);
      for (const [queueId, tally] of byQueue) {
        for (const tallied of tallyNames) sum.add(queueId, tallied, tally[tallied]);
      }
    }
    return sum;
  }

  /** Notes that `count` more (or fewer) of a queue's tasks are somewhere. */
  add(queueId: number, tallied: Tallied, count: number): void {
    let tally = this.byQueue.get(queueId);
    if (tally === undefined) {
      tally = { ...nothing };
      this.byQueue.set(queueId, tally);
    }
    tally[tallied] += count;
  }

  /** The changes by queue, lowest id first; queues whose tally stays as it was are left out. */
  entries(): [number, QueueTally][] {
    return [...this.byQueue]
      .filter(([, tally]) => Object.values(tally).some((count) => count !== 0))
      .sort(([left], [right]) => left - right);
  }
}

/** Counters have this many slots a queue. */
export const counterSlots = 256;
const slotsPerReplica = 16;

/**
 * Hands each running transaction of this replica a slot of its own, so that transactions wait for each
 * other's counters only when two replicas have drawn the same block.
 */
export class CounterSlots {
  private readonly free: number[];

  /** `chance` (0 to 1) draws this replica's block. */
  constructor(chance: number) {
    const block = Math.floor(chance * (counterSlots / slotsPerReplica)) * slotsPerReplica;
    this.free = Array.from({ length: slotsPerReplica }, (_, index) => block + slotsPerReplica - 1 - index);
    this.lowest = block;
  }

  private readonly lowest: number;

  /** Runs work with a slot; beyond sixteen transactions at once some share one. */
  async withSlot<Result>(work: (slot: number) => Promise<Result>): Promise<Result> {
    const slot = this.free.pop();
    if (slot === undefined) return await work(this.lowest);
    try {
      return await work(slot);
    } finally {
      this.free.push(slot);
    }
  }
}

/** Writes tally changes into a slot: the last statement of a transaction. */
export const addToCounters = (sql: Sql, slot: number, changes: TallyChanges): void => {
  const rows = changes
    .entries()
    .map(([queueId, tally]) => [
      queueId,
      slot,
      tally.live,
      tally.inProgress,
      tally.waiting,
      tally.dead,
      tally.completed,
    ]);
  if (rows.length > 0) sql.defer(upsertCounters, [rows]);
};

interface CounterRow {
  queue_id: number;
  live: string | number;
  in_progress: string | number;
  waiting: string | number;
  dead: string | number;
  completed: string | number;
}

/** The tallies of queues, by queue id. */
export const readTallies = async (
  sql: Sql,
  queueIds: readonly number[],
): Promise<Map<number, QueueTally>> => {
  if (queueIds.length === 0) return new Map();
  const rows = await sql.rows<CounterRow>(sumCounters, [queueIds]);
  const tallies = new Map<number, QueueTally>(queueIds.map((id) => [id, nothing]));
  for (const row of rows) {
    tallies.set(row.queue_id, {
      live: Number(row.live),
      inProgress: Number(row.in_progress),
      waiting: Number(row.waiting),
      dead: Number(row.dead),
      completed: Number(row.completed),
    });
  }
  return tallies;
};

/** Forgets the counters of a deleted queue. */
export const removeCounters = async (sql: Sql, queueId: number): Promise<void> => {
  await sql.change(deleteCounters, [queueId]);
};
