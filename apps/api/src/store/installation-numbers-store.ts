import type { Sql } from '../platform/database/sql.js';
import { readTallies, type QueueTally } from './counter-store.js';

/** Where a queue's tasks are, as metrics tell it. */
export interface PhaseCounts {
  readonly ready: number;
  readonly scheduled: number;
  readonly backoff: number;
  readonly waiting: number;
  readonly in_progress: number;
  readonly dead: number;
  readonly completed: number;
}

/** What the database knows of a queue, for metrics. */
export interface QueueNumbers {
  readonly id: number;
  readonly name: string;
  readonly isPaused: boolean;
  readonly tasks: PhaseCounts;
  /** 0 while nothing is ready. */
  readonly oldestReadyAgeMs: number;
  /** How long the longest-running task that others of its thread wait behind has been IN_PROGRESS; 0 for none. */
  readonly heldThreadMs: number;
  /** Workers that asked for tasks in the last five minutes. */
  readonly workers: number;
}

/** What the database knows of the installation, for metrics. */
export interface InstallationNumbers {
  readonly queues: readonly QueueNumbers[];
  /** The time in the name of the last migration. */
  readonly schemaVersion: number;
}

/** So many tasks on each side of now, and workers, are looked at in each queue; in those with more tasks on both sides, again. */
const lookedAt = { first: 2_000, second: 20_000 } as const;
const queuesAtOnce = 100;
const leasesLookedAt = 1_000;

const selectQueues = 'SELECT id, name, paused FROM queues ORDER BY id';
const selectSchemaVersion = 'SELECT MAX(timestamp) AS version FROM migrations';
/** Walks from now on both sides of the ready index, not further than asked. One SELECT a queue: see `countFuture`. */
const walkCandidates = (queueCount: number): string =>
  Array.from(
    { length: queueCount },
    () => `
  SELECT ? AS queue_id,
    (SELECT COUNT(*) FROM (SELECT 1 FROM tasks FORCE INDEX (tasks_ready)
      WHERE queue_id = ? AND ready_at >= '1000-01-01' AND ready_at <= NOW(3) ORDER BY ready_at, id LIMIT ?) r) AS ready,
    (SELECT CONCAT(COUNT(*), ':', COALESCE(SUM(attempt > 0), 0)) FROM (SELECT attempt FROM tasks FORCE INDEX (tasks_ready)
      WHERE queue_id = ? AND ready_at > NOW(3) ORDER BY ready_at, id LIMIT ?) f) AS future,
    (SELECT TIMESTAMPDIFF(MICROSECOND, ready_at, NOW(3)) DIV 1000 FROM tasks FORCE INDEX (tasks_ready)
      WHERE queue_id = ? AND ready_at >= '1000-01-01' AND ready_at <= NOW(3) ORDER BY ready_at, id LIMIT 1) AS oldest_ms,
    (SELECT COUNT(*) FROM (SELECT 1 FROM workers FORCE INDEX (workers_by_queue)
      WHERE queue_id = ? AND last_call_at > NOW(3) - INTERVAL 5 MINUTE LIMIT ?) w) AS workers`,
  ).join(' UNION ALL');
/** The tokens of leases grow, so the oldest leases come first. */
const selectHeldThreads = `
  SELECT l.queue_id, TIMESTAMPDIFF(MICROSECOND, l.started_at, NOW(3)) DIV 1000 AS held_ms
  FROM (SELECT slot, queue_id, started_at FROM leases FORCE INDEX (leases_by_token)
    WHERE token > 0 ORDER BY token LIMIT ?) l
  STRAIGHT_JOIN threads t FORCE INDEX (PRIMARY) ON t.thread_key = l.slot
  WHERE t.size > 1`;

type Amount = number | string;

const atLeastZero = (count: number): number => Math.max(0, count);

/** What a walk saw of a queue. */
export interface Candidates {
  /** How far the walk went at most: so many of either side may be fewer than there are. */
  readonly limit: number;
  readonly ready: number;
  readonly future: number;
  /** Of those that are not due. */
  readonly backoff: number;
  readonly oldestReadyAgeMs: number;
  readonly workers: number;
}

/** What is ready, what is not due, and who asks in each of these queues, as far as walks of so many rows go. */
export const readCandidates = async (
  sql: Sql,
  queueIds: readonly number[],
  limit: number,
): Promise<Map<number, Candidates>> => {
  const found = new Map<number, Candidates>();
  for (let from = 0; from < queueIds.length; from += queuesAtOnce) {
    const some = queueIds.slice(from, from + queuesAtOnce);
    const rows = await sql.rows<{
      queue_id: Amount;
      ready: Amount;
      future: string;
      oldest_ms: Amount | null;
      workers: Amount;
    }>(
      walkCandidates(some.length),
      some.flatMap((id) => [id, id, limit, id, limit, id, id, limit]),
    );
    for (const row of rows) {
      const [future = 0, backoff = 0] = row.future.split(':').map(Number);
      found.set(Number(row.queue_id), {
        limit,
        future,
        backoff,
        ready: Number(row.ready),
        oldestReadyAgeMs: atLeastZero(Number(row.oldest_ms ?? 0)),
        workers: Number(row.workers),
      });
    }
  }
  return found;
};

/** Candidates of queues, with a second look at those that have more than the first look sees on both sides of now. */
const findCandidates = async (sql: Sql, queueIds: readonly number[]): Promise<Map<number, Candidates>> => {
  const found = await readCandidates(sql, queueIds, lookedAt.first);
  const crowded = queueIds.filter((id) => {
    const { ready = 0, future = 0 } = found.get(id) ?? {};
    return Math.min(ready, future) >= lookedAt.first;
  });
  for (const [id, candidates] of await readCandidates(sql, crowded, lookedAt.second))
    found.set(id, candidates);
  return found;
};

/**
 * Where a queue's tasks are: its counters, divided by what was seen around now. When one side was seen whole, the rest
 * is on the other; if neither was, the rest is not due. What is not due divides as what was seen of it.
 */
export const phasesOf = (
  tally: QueueTally,
  seen: Pick<Candidates, 'limit' | 'ready' | 'future' | 'backoff'>,
): PhaseCounts => {
  const candidates = atLeastZero(tally.live - tally.inProgress - tally.waiting);
  const isFutureWhole = seen.future < seen.limit;
  const ready = isFutureWhole ? atLeastZero(candidates - seen.future) : Math.min(candidates, seen.ready);
  const notDue = candidates - ready;
  const backoff = seen.future === 0 ? 0 : Math.round((notDue * seen.backoff) / seen.future);
  return {
    ready,
    scheduled: notDue - backoff,
    backoff,
    waiting: atLeastZero(tally.waiting),
    in_progress: atLeastZero(tally.inProgress),
    dead: atLeastZero(tally.dead),
    completed: atLeastZero(tally.completed),
  };
};

const noTally: QueueTally = { live: 0, inProgress: 0, waiting: 0, dead: 0, completed: 0 };
const noCandidates: Candidates = {
  limit: lookedAt.first,
  ready: 0,
  future: 0,
  backoff: 0,
  oldestReadyAgeMs: 0,
  workers: 0,
};

/** For how long the task that has run longest with others of its thread behind it has, by queue: among the oldest leases. */
export const readHeldThreads = async (sql: Sql, leases = leasesLookedAt): Promise<Map<number, number>> => {
  const rows = await sql.rows<{ queue_id: number; held_ms: Amount }>(selectHeldThreads, [leases]);
  const longest = new Map<number, number>();
  for (const { queue_id: id, held_ms: heldMs } of rows)
    longest.set(id, Math.max(longest.get(id) ?? 0, Number(heldMs)));
  return longest;
};

/** What metrics tell of the database. Each statement looks at a bounded number of rows a queue, however many there are. */
export const readInstallationNumbers = async (sql: Sql): Promise<InstallationNumbers> => {
  const queues = await sql.rows<{ id: number; name: string; paused: number }>(selectQueues);
  const ids = queues.map(({ id }) => id);
  const tallies = await readTallies(sql, ids);
  const candidates = await findCandidates(sql, ids);
  const held = await readHeldThreads(sql);
  const [schema] = await sql.rows<{ version: Amount }>(selectSchemaVersion);
  return {
    schemaVersion: Number(schema?.version ?? 0),
    queues: queues.map(({ id, name, paused }) => {
      const seen = candidates.get(id) ?? noCandidates;
      return {
        id,
        name,
        isPaused: paused === 1,
        tasks: phasesOf(tallies.get(id) ?? noTally, seen),
        oldestReadyAgeMs: seen.oldestReadyAgeMs,
        heldThreadMs: held.get(id) ?? 0,
        workers: seen.workers,
      };
    }),
  };
};
