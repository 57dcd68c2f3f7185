import type { Sql } from '../../platform/database/sql.js';
import { TallyChanges } from '../counter-store.js';
import { deleteDead, type DeadTaskRecord } from '../dead-task-store.js';
import { deleteFailedAttempts } from '../failed-attempt-store.js';

/** Deletes locked dead tasks for good, with their histories. */
export const removeDead = async (sql: Sql, dead: readonly DeadTaskRecord[]): Promise<TallyChanges> => {
  const ids = dead.map(({ id }) => id);
  await deleteDead(sql, ids);
  deleteFailedAttempts(sql, ids);
  const tallies = new TallyChanges();
  for (const { queueId } of dead) tallies.add(queueId, 'dead', -1);
  return tallies;
};
