import { readCandidates, readHeldThreads } from '../../src/store/installation-numbers-store.js';
import { deleteOldStatistics, readStatistics } from '../../src/store/statistics-store.js';
import type { HotUse } from './hot-statements.js';

const nowMs = Date.now();

/** What the statistics read and prune, and what metrics read of the database. */
export const statisticsUses: Readonly<Record<string, HotUse>> = {
  'readStatistics of a queue': {
    run: (sql) =>
      readStatistics(sql, { queueIds: [1], width: 'fine', fromMs: nowMs - 60_000, toMs: nowMs + 60_000 }),
    indexes: ['PRIMARY'],
    rowsLookedAt: 40,
  },
  pruneStatistics: {
    run: (sql) => sql.change(deleteOldStatistics, [10, 2, 20]),
    indexes: ['statistics_by_age'],
    rowsLookedAt: 60,
  },
  'readCandidates for metrics': {
    run: (sql) => readCandidates(sql, [1, 2], 20),
    indexes: ['tasks_ready', 'workers_by_queue'],
    rowsLookedAt: 260,
  },
  'readHeldThreads for metrics': {
    run: (sql) => readHeldThreads(sql, 20),
    indexes: ['leases_by_token', 'PRIMARY'],
    rowsLookedAt: 90,
  },
};
