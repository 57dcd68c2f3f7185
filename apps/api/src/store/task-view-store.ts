import type { TaskState } from '@spool/contracts';
import { phaseOf, type Phase } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import { readLatestErrors } from './failed-attempt-store.js';
import { finishedStateOf } from './finished-task-store.js';
import { hexOrNull, msOrNull, textOrNull } from './values.js';
import {
  deadView,
  finishedView,
  fromDead,
  fromFinished,
  fromLive,
  liveView,
  type TaskViewRow,
} from './task-views.js';

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
