import type { QueueCounts } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { readClock } from './clock.js';
import { readTallies } from './counter-store.js';

/** A queue's tasks by situation, at a time. */
export interface CountedQueue {
  readonly counts: QueueCounts;
  readonly oldestReadyAtMs: number | null;
  readonly countedAtMs: number;
}

/**
 * The tasks that are not due yet, by what keeps them: an index-only walk along the end of the ready index. One SELECT
 * a queue: only with its id as a constant do the servers start at that end.
 */
export const countFuture = (queueCount: number): string =>
  Array.from(
    { length: queueCount },
    () => `
  SELECT ? AS queue_id,
    (SELECT COUNT(*) FROM tasks t FORCE INDEX (tasks_ready) WHERE t.queue_id = ? AND t.ready_at > ? AND t.attempt = 0) AS scheduled,
    (SELECT COUNT(*) FROM tasks t FORCE INDEX (tasks_ready) WHERE t.queue_id = ? AND t.ready_at > ? AND t.attempt > 0) AS backoff,
    (SELECT t.ready_at FROM tasks t FORCE INDEX (tasks_ready)
      WHERE t.queue_id = ? AND t.ready_at >= '1000-01-01' AND t.ready_at <= ? ORDER BY t.ready_at, t.id LIMIT 1) AS oldest_ready_at`,
  ).join(' UNION ALL');

interface FutureRow {
  queue_id: number | string;
  scheduled: string | number;
  backoff: string | number;
  oldest_ready_at: Date | null;
}

const atLeastZero = (count: number): number => Math.max(0, count);

/**
 * Counts queues from the counters that every change keeps: no table is counted. Only what is not due yet is walked,
 * in an index, to tell scheduled from backoff; the rest of the candidates is ready.
 */
export const countQueues = async (
  sql: Sql,
  queueIds: readonly number[],
): Promise<Map<number, CountedQueue>> => {
  if (queueIds.length === 0) return new Map();
  const countedAtMs = await readClock(sql);
  const tallies = await readTallies(sql, queueIds);
  const now = new Date(countedAtMs);
  const rows = await sql.rows<FutureRow>(
    countFuture(queueIds.length),
    queueIds.flatMap((id) => [id, id, now, id, now, id, now]),
  );
  const counted = new Map<number, CountedQueue>();
  for (const row of rows) {
    const tally = tallies.get(Number(row.queue_id));
    if (tally === undefined) continue;
    const scheduled = Number(row.scheduled);
    const backoff = Number(row.backoff);
    const candidates = tally.live - tally.inProgress - tally.waiting;
    counted.set(Number(row.queue_id), {
      countedAtMs,
      oldestReadyAtMs: row.oldest_ready_at?.getTime() ?? null,
      counts: {
        ready: atLeastZero(candidates - scheduled - backoff),
        scheduled,
        backoff,
        waiting: atLeastZero(tally.waiting),
        inProgress: atLeastZero(tally.inProgress),
        dead: atLeastZero(tally.dead),
        completed: atLeastZero(tally.completed),
      },
    });
  }
  return counted;
};
