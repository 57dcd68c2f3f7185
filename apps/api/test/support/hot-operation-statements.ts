import * as counts from '../../src/store/operation-count-store.js';
import { returnToDead } from '../../src/store/finished-task-store.js';
import * as lists from '../../src/store/operation-list-store.js';
import { selectOldOperation } from '../../src/store/operation-retention-store.js';
import * as operations from '../../src/store/operation-store.js';
import * as tasks from '../../src/store/operation-task-store.js';
import type { HotUse } from './hot-statements.js';

const operationId = '3';
const places = [23, 43, 63];
const newIds = ['2000001', '2000002', '2000003'];
const nowMs = Date.now();
const byKey = (run: HotUse['run']): HotUse => ({ run, indexes: ['PRIMARY'], rowsLookedAt: 40 });

const standing: operations.OperationRecord = {
  id: operationId,
  action: 'restart',
  state: 'running',
  filter: {},
  reason: null,
  createdBy: 'key:1',
  ratePerSecond: null,
  canary: null,
  isPastCanary: false,
  undo: null,
  undoPlace: null,
  total: 1,
  done: 0,
  failed: 0,
  undone: 0,
  pacedUntilUs: 0,
  lastRestartAtMs: null,
  createdAtMs: nowMs,
  finishedAtMs: null,
  verifiedAtMs: null,
};

/** What operations lock, read and change by key. */
export const operationUsesByKey: Readonly<Record<string, HotUse>> = {
  readOperation: byKey((sql) => operations.readOperation(sql, operationId)),
  lockOperation: byKey((sql) => operations.lockOperation(sql, operationId)),
  lockOperationUnlessBusy: byKey((sql) => operations.lockOperationUnlessBusy(sql, operationId)),
  storeOperation: byKey((sql) => operations.storeOperation(sql, standing)),
  storeOutcomes: byKey((sql) =>
    tasks.storeOutcomes(
      sql,
      places.map((place) => ({
        operationId,
        place,
        outcome: 'passed',
        code: null,
        newId: '1',
        newGroup: null,
      })),
    ),
  ),
  returnToDead: byKey((sql) =>
    returnToDead(
      sql,
      newIds.map((id) => ({ id, diedAtMs: nowMs, group: '0123456789abcdef' })),
    ),
  ),
};

/** What operations read along an index. */
export const operationUsesInOrder: Readonly<Record<string, HotUse>> = {
  findOperations: {
    run: (sql) => operations.findOperations(sql, { attention: 2, afterId: '0', limit: 20 }),
    indexes: ['operations_by_attention'],
    rowsLookedAt: 40,
  },
  readPending: {
    run: (sql) => tasks.readPending(sql, operationId, 20),
    indexes: ['operation_tasks_by_outcome'],
    rowsLookedAt: 40,
  },
  readRestartedBelow: {
    run: (sql) => tasks.readRestartedBelow(sql, operationId, { below: 10_000, limit: 20 }),
    indexes: ['operation_tasks_by_outcome'],
    rowsLookedAt: 40,
  },
  readRestartedFrom: {
    run: (sql) => tasks.readRestartedFrom(sql, newIds),
    indexes: ['operation_tasks_by_task'],
    rowsLookedAt: 40,
  },
  readOperationCounts: {
    run: (sql) => counts.readOperationCounts(sql, ['1', '2', '3']),
    indexes: ['PRIMARY'],
    rowsLookedAt: 40,
  },
  'selectOperationTasks in turn': {
    run: (sql) =>
      lists.selectOperationTasks(sql, { operationId, outcome: null, afterPlace: 5_000, rows: 20 }),
    indexes: ['PRIMARY'],
    rowsLookedAt: 60,
  },
  'selectOperationTasks by outcome': {
    run: (sql) =>
      lists.selectOperationTasks(sql, { operationId, outcome: 'failed', afterPlace: 5_000, rows: 20 }),
    indexes: ['operation_tasks_by_outcome', 'PRIMARY'],
    rowsLookedAt: 60,
  },
  selectOldOperation: {
    run: (sql) => sql.rows(selectOldOperation),
    indexes: ['operations_by_attention'],
    rowsLookedAt: 1_000,
  },
};
