import type { TaskState } from '@spool/contracts';
import { phaseOf, type Phase } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import { readLatestErrors } from './failed-attempt-store.js';
import { finishedStateOf } from './finished-task-store.js';
import { hexOrNull, msOrNull, textOrNull } from './values.js';

/** A task as it is read, wherever it is. */
export interface TaskRecord {
  readonly id: string;
  readonly queueId: number;
  readonly queue: string;
  readonly threadKey: string | null;
  readonly threadId: string | null;
  readonly type: string | null;
  readonly state: TaskState;
  readonly phase: Phase | null;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly scheduledAtMs: number;
  readonly readyAtMs: number | null;
  readonly enqueuedAtMs: number;
  readonly endedAtMs: number | null;
  readonly error: { readonly type: string | null; readonly message: string } | null;
  readonly errorGroup: string | null;
  readonly lease: {
    readonly workerId: string;
    readonly startedAtMs: number;
    readonly expiresAtMs: number;
    readonly progress: string | null;
  } | null;
  /** Who completed it, and since when. */
  readonly completion: { readonly workerId: string; readonly startedAtMs: number } | null;
  readonly restartedFrom: string | null;
  readonly successorId: string | null;
  readonly deadLetter: string | null;
}

/** The rows of the three tables brought to one shape; columns that a table lacks are null. */
export interface TaskViewRow {
  id: string;
  queue_id: number;
  queue_name: string;
  queue_paused: number;
  thread_key: Buffer | null;
  thread_id: Buffer | null;
  type: Buffer | null;
  attempt: number;
  max_attempts: number;
  scheduled_at: Date;
  enqueued_at: Date;
  restarted_from: string | null;
  dead_letter: string | null;
  now: Date;
  source: 'live' | 'dead' | 'finished';
  ready_at: Date | null;
  lease_worker: Buffer | null;
  lease_started_at: Date | null;
  lease_expires_at: Date | null;
  lease_progress: string | null;
  ended_at: Date | null;
  error_type: string | null;
  error_message: string | null;
  error_group: Buffer | null;
  finished_state: number | null;
  worker_id: Buffer | null;
  started_at: Date | null;
  successor_id: string | null;
}

const sharedColumns = `t.id, t.queue_id, q.name AS queue_name, q.paused AS queue_paused, t.thread_key, t.thread_id, t.type,
  t.attempt, t.max_attempts, t.scheduled_at, t.enqueued_at, t.restarted_from, t.dead_letter, NOW(3) AS now`;
const noLease =
  'NULL AS lease_worker, NULL AS lease_started_at, NULL AS lease_expires_at, NULL AS lease_progress';

/** The lease of a live task, by its slot. */
export const leaseOfTask = `LEFT JOIN leases l
  ON l.slot = COALESCE(t.thread_key, UNHEX(LPAD(HEX(t.id), 32, '0'))) AND l.task_id = t.id`;
/** Joined last and by its key: an optimizer that began with the few queues would have to sort all their tasks. */
export const queueOfTask = 'STRAIGHT_JOIN queues q FORCE INDEX (PRIMARY) ON q.id = t.queue_id';

export const liveView = `${sharedColumns}, 'live' AS source, t.ready_at, l.worker_id AS lease_worker,
  l.started_at AS lease_started_at, l.expires_at AS lease_expires_at, l.progress AS lease_progress, NULL AS ended_at,
  NULL AS error_type, NULL AS error_message, NULL AS error_group, NULL AS finished_state, NULL AS worker_id,
  NULL AS started_at, NULL AS successor_id`;
export const deadView = `${sharedColumns}, 'dead' AS source, NULL AS ready_at, ${noLease}, t.died_at AS ended_at, t.error_type,
  t.error_message, t.error_group, NULL AS finished_state, NULL AS worker_id, NULL AS started_at, NULL AS successor_id`;
export const finishedView = `${sharedColumns}, 'finished' AS source, NULL AS ready_at, ${noLease}, t.finished_at AS ended_at,
  t.error_type, t.error_message, NULL AS error_group, t.state AS finished_state, t.worker_id, t.started_at, t.successor_id`;

export const fromLive = `FROM tasks t ${queueOfTask} ${leaseOfTask}`;
export const fromDead = `FROM dead_tasks t ${queueOfTask}`;
export const fromFinished = `FROM finished_tasks t ${queueOfTask}`;

const selectLive = `SELECT ${liveView} ${fromLive} WHERE t.id = ?`;
const selectDead = `SELECT ${deadView} ${fromDead} WHERE t.id = ?`;
const selectFinished = `SELECT ${finishedView} ${fromFinished} WHERE t.id = ?`;
const selectPayloadFrom = {
  live: 'SELECT payload, NULL AS result FROM tasks WHERE id = ?',
  dead: 'SELECT payload, NULL AS result FROM dead_tasks WHERE id = ?',
  finished: 'SELECT payload, result FROM finished_tasks WHERE id = ?',
} as const;

const stateOf = (row: TaskViewRow): TaskState => {
  switch (row.source) {
    case 'live':
      return row.lease_worker === null ? 'ENQUEUED' : 'IN_PROGRESS';
    case 'dead':
      return 'DEAD';
    case 'finished':
      return finishedStateOf(row.finished_state ?? 0);
  }
};

const leaseOf = (row: TaskViewRow): TaskRecord['lease'] =>
  row.lease_worker === null || row.lease_started_at === null || row.lease_expires_at === null
    ? null
    : {
        workerId: row.lease_worker.toString('utf8'),
        startedAtMs: row.lease_started_at.getTime(),
        expiresAtMs: row.lease_expires_at.getTime(),
        progress: row.lease_progress,
      };

const phaseOfRow = (row: TaskViewRow): Phase =>
  phaseOf({
    isQueuePaused: row.queue_paused === 1,
    readyAtMs: msOrNull(row.ready_at),
    attempt: row.attempt,
    nowMs: row.now.getTime(),
  });

const recordOf = (row: TaskViewRow, lastError: TaskRecord['error']): TaskRecord => {
  const state = stateOf(row);
  return {
    id: row.id,
    queueId: row.queue_id,
    queue: row.queue_name,
    threadKey: hexOrNull(row.thread_key),
    threadId: textOrNull(row.thread_id),
    type: textOrNull(row.type),
    state,
    phase: state === 'ENQUEUED' ? phaseOfRow(row) : null,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    scheduledAtMs: row.scheduled_at.getTime(),
    readyAtMs: msOrNull(row.ready_at),
    enqueuedAtMs: row.enqueued_at.getTime(),
    endedAtMs: msOrNull(row.ended_at),
    error: row.error_message === null ? lastError : { type: row.error_type, message: row.error_message },
    errorGroup: hexOrNull(row.error_group),
    lease: leaseOf(row),
    completion:
      state === 'COMPLETED' && row.worker_id !== null && row.started_at !== null
        ? { workerId: row.worker_id.toString('utf8'), startedAtMs: row.started_at.getTime() }
        : null,
    restartedFrom: row.restarted_from,
    successorId: row.successor_id,
    deadLetter: row.dead_letter,
  };
};

/** Brings rows of any of the three tables to records; live tasks show what went wrong in their last failed attempt. */
export const recordsOf = async (sql: Sql, rows: readonly TaskViewRow[]): Promise<TaskRecord[]> => {
  const attempted = rows.filter((row) => row.source === 'live' && row.attempt > 0).map((row) => row.id);
  const errors = await readLatestErrors(sql, attempted);
  return rows.map((row) => recordOf(row, errors.get(row.id) ?? null));
};

/** A task wherever it is, or null: live first, then dead, then finished, the way that tasks go. */
export const readTask = async (sql: Sql, id: string): Promise<TaskRecord | null> => {
  for (const statement of [selectLive, selectDead, selectFinished]) {
    const rows = await sql.rows<TaskViewRow>(statement, [id]);
    const [record] = await recordsOf(sql, rows);
    if (record !== undefined) return record;
  }
  return null;
};

/** The payload and the result of a task, as JSON texts. */
export interface TaskTexts {
  readonly payload: string;
  readonly result: string | null;
}

/** The texts of a task, or null when it has moved on since it was read. */
const readTaskTexts = async (sql: Sql, task: TaskRecord): Promise<TaskTexts | null> => {
  const source = task.state === 'DEAD' ? 'dead' : isLive(task) ? 'live' : 'finished';
  const [row] = await sql.rows<TaskTexts>(selectPayloadFrom[source], [task.id]);
  return row ?? null;
};

/** A task with its texts, wherever it is, or null; one that moves on between the two looks is looked for again. */
export const readWholeTask = async (
  sql: Sql,
  id: string,
): Promise<{ readonly task: TaskRecord; readonly texts: TaskTexts } | null> => {
  for (;;) {
    const task = await readTask(sql, id);
    if (task === null) return null;
    const texts = await readTaskTexts(sql, task);
    if (texts !== null) return { task, texts };
  }
};

/** Whether a task is ENQUEUED or IN_PROGRESS. */
export const isLive = ({ state }: TaskRecord): boolean => state === 'ENQUEUED' || state === 'IN_PROGRESS';
