import type { Sql } from '../platform/database/sql.js';
import { counterSlots, readTallies, type QueueTally } from './counter-store.js';

/** By how much a queue's counters differ from its tables. */
export interface CounterDrift {
  readonly queueId: number;
  /** Counted minus real. */
  readonly excess: QueueTally;
}

/** Beyond this many, the dead and the completed of a queue are believed rather than counted. */
const countedEndings = 10_000;
/** A slot that no transaction counts in: its row is the lock under which counters are corrected. */
const correctionSlot = counterSlots;

const lockCorrections = (queueCount: number): string => `
  INSERT INTO counters (queue_id, slot, live, in_progress, waiting, dead, completed)
  VALUES ${Array.from({ length: queueCount }, () => `(?, ${correctionSlot}, 0, 0, 0, 0, 0)`).join(', ')}
  ON DUPLICATE KEY UPDATE live = live`;
/** One statement, so one snapshot: every transaction changes rows and counters together, so what differs is drift. */
const selectDrift = `
  SELECT q.id AS queue_id, COALESCE(c.live, 0) AS counted_live, COALESCE(c.in_progress, 0) AS counted_in_progress,
    COALESCE(c.waiting, 0) AS counted_waiting, COALESCE(c.dead, 0) AS counted_dead,
    COALESCE(c.completed, 0) AS counted_completed,
    (SELECT COUNT(*) FROM tasks t FORCE INDEX (tasks_ready) WHERE t.queue_id = q.id) AS live,
    (SELECT COUNT(*) FROM tasks t FORCE INDEX (tasks_ready) WHERE t.queue_id = q.id AND t.ready_at IS NULL) AS not_ready,
    COALESCE(h.held, 0) AS held, COALESCE(h.held_not_ready, 0) AS held_not_ready,
    CASE WHEN COALESCE(c.dead, 0) > ${countedEndings} THEN NULL
      ELSE (SELECT COUNT(*) FROM dead_tasks d FORCE INDEX (dead_tasks_by_queue) WHERE d.queue_id = q.id) END AS dead,
    CASE WHEN COALESCE(c.completed, 0) > ${countedEndings} THEN NULL
      ELSE (SELECT COUNT(*) FROM finished_tasks f FORCE INDEX (finished_tasks_by_end)
        WHERE f.queue_id = q.id AND f.state = 1) END AS completed
  FROM queues q
  LEFT JOIN (
    SELECT queue_id, SUM(live) AS live, SUM(in_progress) AS in_progress, SUM(waiting) AS waiting, SUM(dead) AS dead,
      SUM(completed) AS completed FROM counters WHERE queue_id IN (?) GROUP BY queue_id) c ON c.queue_id = q.id
  LEFT JOIN (
    SELECT t.queue_id, COUNT(*) AS held, SUM(t.ready_at IS NULL) AS held_not_ready
    FROM leases l STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = l.task_id
    WHERE t.queue_id IN (?) AND l.slot = COALESCE(t.thread_key, UNHEX(LPAD(HEX(t.id), 32, '0')))
    GROUP BY t.queue_id) h ON h.queue_id = q.id
  WHERE q.id IN (?)`;
const selectQueueIds = 'SELECT id FROM queues WHERE id > ? ORDER BY id LIMIT ?';

type Amount = string | number;

interface DriftRow {
  queue_id: number;
  counted_live: Amount;
  counted_in_progress: Amount;
  counted_waiting: Amount;
  counted_dead: Amount;
  counted_completed: Amount;
  live: Amount;
  not_ready: Amount;
  held: Amount;
  held_not_ready: Amount;
  dead: Amount | null;
  completed: Amount | null;
}

const driftOf = (row: DriftRow): CounterDrift => ({
  queueId: row.queue_id,
  excess: {
    live: Number(row.counted_live) - Number(row.live),
    inProgress: Number(row.counted_in_progress) - Number(row.held),
    waiting: Number(row.counted_waiting) - (Number(row.not_ready) - Number(row.held_not_ready)),
    dead: row.dead === null ? 0 : Number(row.counted_dead) - Number(row.dead),
    completed: row.completed === null ? 0 : Number(row.counted_completed) - Number(row.completed),
  },
});

/** Compares queues' counters with their tables; costs what the queues' live tasks cost to count. */
export const readDrifts = async (sql: Sql, queueIds: readonly number[]): Promise<CounterDrift[]> => {
  if (queueIds.length === 0) return [];
  return (await sql.rows<DriftRow>(selectDrift, [queueIds, queueIds, queueIds])).map(driftOf);
};

/** Whether a queue's counters differ from its tables. */
export const hasDrifted = ({ excess }: CounterDrift): boolean =>
  Object.values(excess).some((amount) => amount !== 0);

/** Keeps others from correcting the counters of these queues until the transaction ends. */
export const lockCounterCorrections = async (sql: Sql, queueIds: readonly number[]): Promise<void> => {
  const sorted = queueIds.toSorted((left, right) => left - right);
  if (sorted.length > 0) await sql.change(lockCorrections(sorted.length), sorted);
};

/** Queues after an id, as many as have about so many tasks together, but at least one. */
export const findQueuesToCount = async (
  sql: Sql,
  after: number,
  taskCount: number,
): Promise<{ readonly queueIds: number[]; readonly next: number | null }> => {
  const queuesAtOnce = 100;
  const ids = (await sql.rows<{ id: number }>(selectQueueIds, [after, queuesAtOnce])).map(({ id }) => id);
  const tallies = await readTallies(sql, ids);
  let tasks = 0;
  const queueIds = ids.filter((id, index) => {
    tasks += tallies.get(id)?.live ?? 0;
    return index === 0 || tasks <= taskCount;
  });
  const isLastPage = ids.length < queuesAtOnce && queueIds.length === ids.length;
  return { queueIds, next: isLastPage ? null : (queueIds.at(-1) ?? null) };
};
