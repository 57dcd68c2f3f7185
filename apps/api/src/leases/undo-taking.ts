import { decideRelease } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import type { TaskChanges } from '../store/task-transactions.js';
import { changeTasks } from '../store/transitions/change-tasks.js';
import type { Outcome } from '../store/transitions/outcome.js';
import { loadSituation } from '../store/transitions/situation.js';
import type { TakenTask } from '../store/transitions/take-tasks.js';

/** Takes back what a caller that hung up had been given: no lease is left, and no attempt counted (R11). */
export const undoTaking = async (sql: Sql, tasks: readonly TakenTask[]): Promise<TaskChanges<void>> => {
  const tokens = new Map(tasks.map(({ id, leaseToken }) => [id, leaseToken]));
  const situation = await loadSituation(sql, [...tokens.keys()], { areHeld: true });
  const stillHeld = [...situation.tasks.values()].filter(({ id, lease }) => lease?.token === tokens.get(id));
  const outcomes = stillHeld.map(({ id, attempt, scheduledAtMs }): Outcome => {
    const released = decideRelease({ attempt, scheduledAtMs, delayMs: null, nowMs: situation.nowMs });
    return { kind: 'returned', id, ...released };
  });
  const { tallies, wakeups } = await changeTasks(sql, situation, outcomes);
  return { result: undefined, tallies: [tallies], wakeups };
};
