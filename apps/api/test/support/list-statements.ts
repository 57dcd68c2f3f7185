import type { Sql } from '../../src/platform/database/sql.js';
import { selectAudit, type AuditSelection } from '../../src/store/audit-log-store.js';
import { selectDeadTasks, type DeadTaskSelection } from '../../src/store/dead-task-list-store.js';
import { selectErrorGroups, type ErrorGroupSelection } from '../../src/store/error-group-list-store.js';
import { selectThreadMembers } from '../../src/store/task-list-store.js';
import type { TaskSelection } from '../../src/store/task-conditions.js';
import { searchTasks } from '../../src/store/task-search.js';
import { selectOperations } from '../../src/store/operation-list-store.js';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { latestRun, readReach, readRunning, selectThreadRuns } from '../../src/store/thread-run-store.js';
import { selectThreads } from '../../src/store/thread-view-store.js';

type Run = (sql: Sql) => Promise<unknown>;

const rows = 51;
const threadKey = threadKeyOf(0, 'thread-1');
const queueIds = [1, 2, 3, 4];
const before = { diedAtMs: Date.now() - 5_000_000, id: '1005000' };

const runs = { threadKey, queueIds, before: latestRun, fromMs: Date.now() - 100_000, rows };
const olderRuns = {
  ...runs,
  before: { endedAtMs: before.diedAtMs, taskId: before.id, attempt: 1 },
  fromMs: before.diedAtMs - 100_000,
};

const tasks =
  (selection: Partial<TaskSelection>): Run =>
  (sql) =>
    searchTasks(sql, { queueIds: null, threadKeys: null, belowId: null, rows, ...selection });

const deadTasks =
  (selection: Partial<DeadTaskSelection>): Run =>
  (sql) =>
    selectDeadTasks(sql, { queueIds: null, threadKeys: null, before: null, rows, ...selection });

const after = { count: 50, lastSeenAtMs: Date.now() - 5_000_000, group: '0000000000005000' };
const errorGroups =
  (selection: Partial<ErrorGroupSelection>): Run =>
  (sql) =>
    selectErrorGroups(sql, { queueIds: null, after: null, rows, ...selection });

const audit =
  (selection: Partial<AuditSelection>): Run =>
  (sql) =>
    selectAudit(sql, { before: null, rows, ...selection });
const olderActs = { before: { atMs: Date.now() - 1_000_000, id: '1000' } };

/** The lists that a console opens: a page of each must cost about what it shows, however much there is. */
export const listUses: Readonly<Record<string, Run>> = {
  'all tasks': tasks({}),
  'all tasks, further on': tasks({ belowId: '1005000' }),
  'enqueued tasks': tasks({ state: 'ENQUEUED' }),
  'completed tasks': tasks({ state: 'COMPLETED' }),
  'dead tasks among the tasks': tasks({ state: 'DEAD' }),
  'the DLQ': deadTasks({}),
  'the DLQ, further on': deadTasks({ before }),
  'the DLQ of a queue': deadTasks({ queueIds: [1] }),
  'the DLQ of a queue, further on': deadTasks({ queueIds: [1], before }),
  'the DLQ of the queues that a caller sees': deadTasks({ queueIds: [1, 2] }),
  'the DLQ of a thread': deadTasks({ threadKeys: [threadKey] }),
  'the DLQ of a thread, further on': deadTasks({ threadKeys: [threadKey], before }),
  'a group of the DLQ': deadTasks({ group: '0000000000000001' }),
  'a group of the DLQ, further on': deadTasks({ group: '0000000000000001', before }),
  'groups of the DLQ': errorGroups({}),
  'groups of the DLQ, further on': errorGroups({ after }),
  'groups of the DLQ of a queue': errorGroups({ queueIds: [1] }),
  'groups of the DLQ of a queue, further on': errorGroups({ queueIds: [1], after }),
  'groups of the DLQ of the queues that a caller sees': errorGroups({ queueIds: [1, 2] }),
  'members of a thread': (sql) => selectThreadMembers(sql, { threadKey, afterMs: 0, afterId: '0', rows }),
  'the history of a thread': (sql) => selectThreadRuns(sql, runs),
  'the history of a thread, further on': (sql) => selectThreadRuns(sql, olderRuns),
  'how far back a history looks': (sql) =>
    readReach(sql, { queueIds, beforeMs: before.diedAtMs, completions: 400 }),
  'who runs in a thread': (sql) => readRunning(sql, threadKey, queueIds),
  'all operations': (sql) => selectOperations(sql, { queuePatterns: ['*'], belowId: null, rows }),
  'operations, further on': (sql) => selectOperations(sql, { queuePatterns: ['*'], belowId: '10000', rows }),
  'the audit log': audit({}),
  'the audit log, further on': audit(olderActs),
  'the acts of an operator': audit({ actor: 'operator:1' }),
  'the acts of an operator, further on': audit({ actor: 'operator:1', ...olderActs }),
  'acts of one kind of late': audit({ action: 'queue.pause', from: Date.now() - 1_000_000 }),
  'the acts on a queue': audit({ target: 'queue:1' }),
  'the oldest threads': (sql) =>
    selectThreads(sql, {
      sort: 'oldest',
      threadId: null,
      prefix: null,
      queueIds: null,
      after: null,
      rows,
    }),
};

/** Searches with filters: what they look for first, by an index, is bounded. */
export const searchUses: Readonly<Record<string, Run>> = {
  'tasks of a queue': tasks({ queueIds: [1] }),
  'tasks of a queue, further on': tasks({ queueIds: [1], belowId: '1005000' }),
  'tasks of the queues that a caller sees': tasks({ queueIds: [1, 2] }),
  'enqueued tasks of a queue': tasks({ queueIds: [1], state: 'ENQUEUED' }),
  'waiting tasks of a queue': tasks({ queueIds: [1], phase: 'waiting' }),
  'completed tasks of a queue': tasks({ queueIds: [1], state: 'COMPLETED' }),
  'tasks of a thread': tasks({ threadKeys: [threadKey] }),
  'tasks in progress': tasks({ state: 'IN_PROGRESS' }),
  'tasks of a worker': tasks({ workerId: 'worker-1' }),
  'ready tasks of a queue': tasks({ queueIds: [1], phase: 'ready' }),
  'tasks of a queue in backoff': tasks({ queueIds: [1], phase: 'backoff' }),
  'restarted tasks of a queue': tasks({ queueIds: [1], state: 'RESTARTED' }),
};
