import { candidateAtMs } from '@spool/thread-engine';
import type { Sql } from '../../platform/database/sql.js';
import { readClock } from '../clock.js';
import { endLeases } from '../lease-store.js';
import { findQueue, readQueues } from '../queue-store.js';
import { firstPosition, type ReadyPosition } from '../ready-store.js';
import { findSuspectReady, type SuspectPage } from '../suspect-store.js';
import type { TaskChanges } from '../task-transactions.js';
import { updateTasks, type LiveTask, type TaskUpdate } from '../task-store.js';
import { deleteThreads, updateThreads } from '../thread-store.js';
import { suspectsOf } from './find-suspects.js';
import { decideLineRepair, undoneAttempts, type DecidedLine } from './line-repair.js';
import { lockLines } from './lock-lines.js';
import { correctCounters, recountLines } from './repair-counters.js';
import type { RepairKind, Suspect, SuspectLine } from './suspect.js';
import type { Wakeup } from './wakeup.js';

/** What repairs mended, each with its kind. */
export type Repairs = TaskChanges<readonly RepairKind[]>;

const readyAtOnce = 500;
const readyPages = 20;

/** Repairs a thread, or makes sure that nothing is wrong with it. The result is the number of repairs. */
export const repairThread = async (sql: Sql, threadKey: string): Promise<TaskChanges<number>> =>
  countOf(await repairLines(sql, [{ kind: 'line', slot: threadKey, taskIds: [] }]));

/**
 * Repairs what stands first among the candidates of a queue and must not: leased ones, and second ones of a
 * thread. For a dequeue whose lease the database has refused (R1). The result is the number of repairs.
 */
export const repairLeasedCandidates = async (sql: Sql, queueName: string): Promise<TaskChanges<number>> => {
  const queue = await findQueue(sql, queueName);
  if (queue === null) return { result: 0, tallies: [], wakeups: [] };
  return countOf(await repairLines(sql, await findFirstSuspects(sql, queue.id)));
};

const findFirstSuspects = async (sql: Sql, queueId: number): Promise<SuspectLine[]> => {
  let position: ReadyPosition | null = firstPosition;
  for (let page = 0; position !== null && page < readyPages; page += 1) {
    const found: SuspectPage<ReadyPosition> = await findSuspectReady(sql, queueId, position, readyAtOnce);
    if (found.suspects.length > 0) return suspectsOf(found.suspects);
    position = found.next;
  }
  return [];
};

/** Locks a suspect, looks again, and repairs it if it is still wrong. */
export const repairSuspect = (sql: Sql, suspect: Suspect): Promise<Repairs> => {
  switch (suspect.kind) {
    case 'line':
      return repairLines(sql, [suspect]);
    case 'counters':
      return repairCounters(sql, suspect.queueId);
  }
};

const countOf = (repairs: Repairs): TaskChanges<number> => ({ ...repairs, result: repairs.result.length });

const repairLines = async (sql: Sql, suspects: readonly SuspectLine[]): Promise<Repairs> => {
  const lines = (await lockLines(sql, suspects)).map((facts) => ({ facts, repair: decideLineRepair(facts) }));
  await mendThreads(sql, lines);
  const wakeups = await mendTasks(sql, lines);
  endLeases(
    sql,
    lines.filter(({ repair }) => repair.endsLease).map(({ facts }) => facts.slot),
  );
  const tallies = await recountLines(sql, lines);
  return { result: lines.flatMap(({ repair }) => repair.kinds), tallies: [tallies], wakeups };
};

const mendThreads = async (sql: Sql, lines: readonly DecidedLine[]): Promise<void> => {
  const rows = lines.flatMap(({ facts: { thread }, repair }) =>
    thread === null || repair.thread === undefined ? [] : [{ record: thread.record, row: repair.thread }],
  );
  deleteThreads(
    sql,
    rows.flatMap(({ record, row }) => (row === null ? [record.key] : [])),
  );
  updateThreads(
    sql,
    rows.flatMap(({ record: { key, lastArrivalMs }, row }) =>
      row === null ? [] : [{ key, lastArrivalMs, frontId: row.frontId, size: row.size }],
    ),
  );
};

/** Writes who may be dequeued from now on, and who no longer may. */
const mendTasks = async (sql: Sql, lines: readonly DecidedLine[]): Promise<Wakeup[]> => {
  const promoted = lines.flatMap(({ repair }) => (repair.promoted === null ? [] : [repair.promoted]));
  const queues = await readQueues(
    sql,
    promoted.map(({ queueId }) => queueId),
  );
  const nowMs = await readClock(sql);
  const readyAt = (task: LiveTask): number =>
    candidateAtMs(queues.get(task.queueId)?.configuration.ordering ?? 'scheduled', task.scheduledAtMs, nowMs);
  updateTasks(
    sql,
    lines.flatMap((line) => updatesOf(line, readyAt)),
  );
  return promoted.map((task) => ({ queueId: task.queueId, readyAtMs: readyAt(task) }));
};

const updatesOf = ({ facts, repair }: DecidedLine, readyAt: (task: LiveTask) => number): TaskUpdate[] => {
  const undone = repair.kinds.length > 0 ? undoneAttempts(facts) : new Map<string, number>();
  const changed = facts.members.filter(
    (task) => repair.demoted.includes(task) || repair.promoted === task || undone.has(task.id),
  );
  return changed.map((task) => {
    const kept = repair.demoted.includes(task) ? null : task.readyAtMs;
    return {
      id: task.id,
      scheduledAtMs: task.scheduledAtMs,
      attempt: undone.get(task.id) ?? task.attempt,
      readyAtMs: repair.promoted === task ? readyAt(task) : kept,
    };
  });
};

const repairCounters = async (sql: Sql, queueId: number): Promise<Repairs> => {
  const corrections = await correctCounters(sql, [queueId]);
  const isWrong = corrections.entries().length > 0;
  return { result: isWrong ? ['wrong_counters'] : [], tallies: [corrections], wakeups: [] };
};
