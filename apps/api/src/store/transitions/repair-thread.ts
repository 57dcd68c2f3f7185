import type { Sql } from '../../platform/database/sql.js';
import type { TaskChanges } from '../task-transactions.js';

export const repairLeasedCandidates = (_sql: Sql, _queueName: string): Promise<TaskChanges<number>> =>
  Promise.resolve({ result: 0, tallies: [], wakeups: [] });
