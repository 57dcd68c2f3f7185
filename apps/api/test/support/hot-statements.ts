import type { Sql } from '../../src/platform/database/sql.js';
import * as dead from '../../src/store/dead-task-store.js';
import { deleteExpiredKeys, pruneDedupKeys } from '../../src/store/dedup-key-store.js';
import * as attempts from '../../src/store/failed-attempt-store.js';
import * as finished from '../../src/store/finished-task-store.js';
import * as leases from '../../src/store/lease-store.js';
import { countFuture } from '../../src/store/queue-count-store.js';
import * as ready from '../../src/store/ready-store.js';
import { pruneMarks, queuesOfFinished } from '../../src/store/retention-store.js';
import { readPayloads, readTaskExtras } from '../../src/store/task-payload-store.js';
import * as tasks from '../../src/store/task-store.js';
import { readTask } from '../../src/store/task-view-store.js';
import * as members from '../../src/store/waiting-member-store.js';
import { leaseSlotOf, threadKeyOf } from '../../src/store/thread-key.js';
import * as threads from '../../src/store/thread-store.js';
import { operationUsesByKey, operationUsesInOrder } from './hot-operation-statements.js';

/** Something that the store does often: how, and by which indexes it reaches its rows. */
export interface HotUse {
  readonly run: (sql: Sql) => unknown;
  readonly indexes: readonly string[];
  /** How many rows it may look at, at most, however many there are. */
  readonly rowsLookedAt: number;
}

const ids = ['1', '2', '3'];
const keys = [threadKeyOf(0, 'thread-0'), threadKeyOf(0, 'thread-1')];
const slots = [...keys, leaseSlotOf('1', null)];
const nowMs = Date.now();
const queueId = 1;
const queueIds = [1, 2, 3, 4];

const primary = ['PRIMARY'];
const byKey = (run: HotUse['run']): HotUse => ({ run, indexes: primary, rowsLookedAt: 40 });

const ending = {
  state: 'COMPLETED',
  endedAtMs: nowMs,
  result: null,
  workerId: 'worker-1',
  startedAtMs: nowMs,
  token: '1',
  successorId: null,
  errorType: null,
  errorMessage: null,
} as const;
const death = {
  diedAtMs: nowMs,
  errorType: null,
  errorMessage: 'Refused',
  group: '0123456789abcdef',
  token: '1',
} as const;
const place = { scheduledAtMs: nowMs, attempt: 1, readyAtMs: null } as const;

/** What locks, reads, changes and deletes rows by their keys. */
export const usesByKey: Readonly<Record<string, HotUse>> = {
  ...operationUsesByKey,
  locateTasks: byKey((sql) => tasks.locateTasks(sql, ids)),
  lockTasks: byKey((sql) => tasks.lockTasks(sql, ids)),
  readMembers: byKey((sql) => members.readMembers(sql, ids)),
  updateTasks: byKey((sql) =>
    tasks.updateTasks(
      sql,
      ids.map((id) => ({ id, ...place })),
    ),
  ),
  advanceThreads: byKey((sql) => members.advanceThreads(sql, ids)),
  deleteTasks: byKey((sql) => tasks.deleteTasks(sql, ids)),
  lockReady: byKey((sql) => ready.lockReady(sql, queueId, ids)),
  markTaken: byKey((sql) =>
    ready.markTaken(
      sql,
      ids.map((id) => ({ id }) as ready.ReadyTask),
    ),
  ),
  readPayloads: byKey((sql) => readPayloads(sql, ids)),
  readTaskExtras: byKey((sql) => readTaskExtras(sql, ids)),
  lockThreads: byKey((sql) => threads.lockThreads(sql, keys)),
  readThreads: byKey((sql) => threads.readThreads(sql, keys)),
  updateThreads: byKey((sql) =>
    threads.updateThreads(
      sql,
      keys.map((key) => ({ key, frontId: '1', size: 1, lastArrivalMs: null })),
    ),
  ),
  deleteThreads: byKey((sql) => threads.deleteThreads(sql, keys)),
  lockLeases: byKey((sql) => leases.lockLeases(sql, slots)),
  readLeases: byKey((sql) => leases.readLeases(sql, slots)),
  extendLeases: byKey((sql) =>
    leases.extendLeases(
      sql,
      slots.map((slot) => ({ slot, expiresAtMs: nowMs, progress: null })),
    ),
  ),
  endLeases: byKey((sql) => leases.endLeases(sql, slots)),
  keepFinished: byKey((sql) =>
    finished.keepFinished(
      sql,
      ids.map((id) => ({ id, ...ending })),
    ),
  ),
  keepCompletedPlainly: byKey((sql) => finished.keepCompletedPlainly(sql, ids, nowMs)),
  keepRestarted: byKey((sql) =>
    finished.keepRestarted(
      sql,
      ['1000001', '1000002'].map((id) => ({ id, newId: '9' })),
      nowMs,
    ),
  ),
  readFinished: byKey((sql) => finished.readFinished(sql, ids)),
  lockFinished: byKey((sql) => finished.lockFinished(sql, ids)),
  deleteFinished: byKey((sql) => finished.deleteFinished(sql, ids)),
  layToRest: byKey((sql) =>
    dead.layToRest(
      sql,
      ids.map((id) => ({ id, ...death })),
    ),
  ),
  readDead: byKey((sql) => dead.readDead(sql, ids)),
  lockDead: byKey((sql) => dead.lockDead(sql, ids)),
  readDeadPayloads: byKey((sql) => dead.readDeadPayloads(sql, ids)),
  deleteDead: byKey((sql) => dead.deleteDead(sql, ids)),
  readFailureTokens: byKey((sql) => attempts.readFailureTokens(sql, ids)),
  readLatestErrors: byKey((sql) => attempts.readLatestErrors(sql, ids)),
  deleteFailedAttempts: byKey((sql) => attempts.deleteFailedAttempts(sql, ids)),
  readTask: byKey((sql) => readTask(sql, '3000')),
  deleteExpiredKeys: byKey((sql) =>
    sql.change(deleteExpiredKeys, [queueId, [Buffer.from('1'), Buffer.from('2')]]),
  ),
};

const expired = { queueId, beforeMs: nowMs - 10_000, limit: 20 };

/** What walks an index from one of its ends. */
export const usesInOrder: Readonly<Record<string, HotUse>> = {
  ...operationUsesInOrder,
  lockEarliestOthers: {
    run: (sql) =>
      members.lockEarliestOthers(
        sql,
        keys.map((threadKey) => ({ threadKey, excludedIds: ids })),
      ),
    indexes: ['PRIMARY', 'tasks_line'],
    rowsLookedAt: 40,
  },
  findReady: {
    run: (sql) => ready.findReady(sql, queueId, ready.firstPosition, 20),
    indexes: ['tasks_ready'],
    rowsLookedAt: 40,
  },
  'findReady after a page': {
    run: (sql) => ready.findReady(sql, queueId, { readyAtMs: nowMs - 5_000, id: '2000' }, 20),
    indexes: ['tasks_ready'],
    rowsLookedAt: 40,
  },
  readWaits: {
    run: (sql) => ready.readWaits(sql, queueIds),
    indexes: ['PRIMARY', 'tasks_ready'],
    rowsLookedAt: 40,
  },
  countFuture: {
    run: (sql) => {
      const now = new Date();
      const parameters = queueIds.flatMap((id) => [id, id, now, id, now, id, now]);
      return sql.rows(countFuture(queueIds.length), parameters);
    },
    indexes: ['tasks_ready'],
    // All that is not due yet, twice: four tenths of the tasks.
    rowsLookedAt: 10_000,
  },
  findLapsed: {
    run: (sql) => leases.findLapsed(sql, null, 20),
    indexes: ['leases_by_expiry'],
    rowsLookedAt: 40,
  },
  findExpiredFinished: {
    run: (sql) => finished.findExpiredFinished(sql, { ...expired, state: 'COMPLETED' }),
    indexes: ['finished_tasks_by_end'],
    rowsLookedAt: 40,
  },
  findExpiredDead: {
    run: (sql) => dead.findExpiredDead(sql, expired),
    indexes: ['dead_tasks_by_queue'],
    rowsLookedAt: 40,
  },
  queuesOfFinished: {
    run: (sql) => queuesOfFinished(sql),
    indexes: ['finished_tasks_by_end'],
    rowsLookedAt: 40,
  },
  pruneDedupKeys: {
    run: (sql) => pruneDedupKeys(sql, 20),
    indexes: ['dedup_keys_by_expiry', 'PRIMARY'],
    rowsLookedAt: 60,
  },
  pruneMarks: { run: (sql) => pruneMarks(sql, 20), indexes: ['transaction_marks_by_age'], rowsLookedAt: 60 },
};
