import type { Sql } from '../../platform/database/sql.js';
import { TransactionOvertaken } from '../../platform/database/transaction-overtaken.js';
import { TallyChanges } from '../counter-store.js';
import { deleteDead, lockDead, readDead, type DeadTaskRecord } from '../dead-task-store.js';
import { deleteFailedAttempts } from '../failed-attempt-store.js';
import { deleteFinished, lockFinished, readFinished, type FinishedStanding } from '../finished-task-store.js';
import { locateTasks } from '../task-store.js';
import { changeTasks, type Transition } from './change-tasks.js';
import { loadSituation, type Situation } from './situation.js';

/** Tasks to be deleted, locked wherever they are: dead ones first, as the global order has it. */
export interface RemovableTasks {
  readonly situation: Situation;
  readonly dead: ReadonlyMap<string, DeadTaskRecord>;
  readonly finished: ReadonlyMap<string, FinishedStanding>;
}

/** Locks tasks in any state. One that moved on between look and lock makes the transaction start over. */
export const lockAnywhere = async (sql: Sql, ids: readonly string[]): Promise<RemovableTasks> => {
  const seenDead = await readDead(sql, ids);
  const dead = await lockDead(sql, [...seenDead.keys()]);
  const seenLive = await locateTasks(sql, ids);
  const liveIds = seenLive.map(({ id }) => id);
  const situation = await loadSituation(sql, liveIds, { areHeld: false });
  const seenFinished = await readFinished(sql, ids);
  const finished = await lockFinished(sql, [...seenFinished.keys()]);
  // The dead were looked for first: one that died after that look has been found nowhere.
  const nowhere = ids.filter((id) => !dead.has(id) && !situation.tasks.has(id) && !finished.has(id));
  const movedOn =
    dead.size < seenDead.size ||
    situation.tasks.size < seenLive.length ||
    finished.size < seenFinished.size ||
    (await readDead(sql, nowhere)).size > 0;
  if (movedOn) throw new TransactionOvertaken('A task to be deleted moved on meanwhile.');
  return { situation, dead, finished };
};

/**
 * Deletes locked tasks for good (R8): a live one leaves its thread, whose next member is promoted in the same
 * transaction; its lease ends, so that the old worker's calls are refused. Nothing of it is retried or dead.
 */
export const removeAnywhere = async (
  sql: Sql,
  { situation, dead, finished }: RemovableTasks,
  ids: readonly string[],
): Promise<{ transition: Transition; tallies: TallyChanges }> => {
  const live = ids.filter((id) => situation.tasks.has(id));
  const transition = await changeTasks(
    sql,
    situation,
    live.map((id) => ({ kind: 'deleted', id })),
  );
  const deadIds = ids.filter((id) => dead.has(id));
  const finishedIds = ids.filter((id) => finished.has(id));
  const tallies = new TallyChanges();
  for (const id of deadIds) tallies.add(dead.get(id)?.queueId ?? 0, 'dead', -1);
  for (const id of finishedIds) {
    const standing = finished.get(id);
    if (standing?.state === 'COMPLETED') tallies.add(standing.queueId, 'completed', -1);
  }
  await deleteDead(sql, deadIds);
  await deleteFinished(sql, finishedIds);
  deleteFailedAttempts(sql, [...deadIds, ...finishedIds]);
  return { transition, tallies };
};
