import type { TaskQuery, TaskState } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { finishedState, type FinishedState } from './finished-task-store.js';
import {
  deadView,
  finishedView,
  fromDead,
  fromFinished,
  fromLive,
  leaseOfTask,
  liveView,
  queueOfTask,
  recordsOf,
  type TaskRecord,
  type TaskViewRow,
} from './task-view-store.js';

/** A page of tasks: which, below which id, how many rows. */
export interface TaskSelection extends Omit<TaskQuery, 'queue' | 'threadId' | 'limit' | 'cursor'> {
  /** The queues looked at; null for every one. */
  readonly queueIds: readonly number[] | null;
  /** The keys of the thread looked at, in each scope; null for any. */
  readonly threadKeys: readonly string[] | null;
  readonly belowId: string | null;
  readonly rows: number;
}

interface Condition {
  readonly text: string;
  readonly values: readonly unknown[];
}

const condition = (text: string, ...values: readonly unknown[]): Condition => ({ text, values });

const phaseConditions: Readonly<Record<NonNullable<TaskQuery['phase']>, string>> = {
  paused: 'l.slot IS NULL AND q.paused = 1',
  waiting: 'l.slot IS NULL AND q.paused = 0 AND t.ready_at IS NULL',
  backoff: 'l.slot IS NULL AND q.paused = 0 AND t.ready_at > NOW(3) AND t.attempt > 0',
  scheduled: 'l.slot IS NULL AND q.paused = 0 AND t.ready_at > NOW(3) AND t.attempt = 0',
  ready: 'l.slot IS NULL AND q.paused = 0 AND t.ready_at <= NOW(3)',
};

const sharedConditions = (selection: TaskSelection): Condition[] => [
  ...(selection.queueIds === null ? [] : [condition('t.queue_id IN (?)', selection.queueIds)]),
  ...(selection.threadKeys === null
    ? []
    : [
        condition(
          't.thread_key IN (?)',
          selection.threadKeys.map((key) => Buffer.from(key, 'hex')),
        ),
      ]),
  ...(selection.type === undefined ? [] : [condition('t.type = ?', Buffer.from(selection.type, 'utf8'))]),
  ...(selection.from === undefined ? [] : [condition('t.enqueued_at >= ?', new Date(selection.from))]),
  ...(selection.to === undefined ? [] : [condition('t.enqueued_at < ?', new Date(selection.to))]),
  ...(selection.belowId === null ? [] : [condition('t.id < ?', selection.belowId)]),
];

/** IN_PROGRESS tasks are found by their leases, which are few. */
const fromLeased = `FROM leases l STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = l.task_id ${queueOfTask}`;

const isFinishedState = (state: TaskState): state is FinishedState => state in finishedState;

interface Source {
  readonly select: string;
  readonly conditions: readonly Condition[];
}

const liveSource = ({ state, phase, workerId }: TaskSelection): Source => {
  const needsLease = state === 'IN_PROGRESS' || workerId !== undefined;
  return {
    select: `SELECT ${liveView} ${needsLease ? fromLeased : fromLive}`,
    conditions: [
      ...(state === 'ENQUEUED' ? [condition('l.slot IS NULL')] : []),
      ...(phase === undefined ? [] : [condition(phaseConditions[phase])]),
      ...(workerId === undefined ? [] : [condition('l.worker_id = ?', Buffer.from(workerId, 'utf8'))]),
    ],
  };
};

/** The tables in which such tasks can be. */
const sourcesOf = (selection: TaskSelection): Source[] => {
  const { state, phase, workerId } = selection;
  const sources: Source[] = [];
  if (state === undefined || state === 'ENQUEUED' || state === 'IN_PROGRESS')
    sources.push(liveSource(selection));
  if (phase !== undefined || workerId !== undefined) return sources;
  if (state === undefined || state === 'DEAD')
    sources.push({ select: `SELECT ${deadView} ${fromDead}`, conditions: [] });
  if (state === undefined) sources.push({ select: `SELECT ${finishedView} ${fromFinished}`, conditions: [] });
  else if (isFinishedState(state)) {
    const conditions = [condition('t.state = ?', finishedState[state])];
    sources.push({ select: `SELECT ${finishedView} ${fromFinished}`, conditions });
  }
  return sources;
};

const byIdDescending = (left: TaskViewRow, right: TaskViewRow): number =>
  right.id.length - left.id.length || (right.id < left.id ? -1 : 1);

/** Reads tasks of every table, newest first. */
export const selectTasks = async (sql: Sql, selection: TaskSelection): Promise<TaskRecord[]> => {
  if (selection.queueIds?.length === 0) return [];
  const shared = sharedConditions(selection);
  const found: TaskViewRow[] = [];
  for (const { select, conditions } of sourcesOf(selection)) {
    const all = [...shared, ...conditions];
    const where = all.length === 0 ? '' : `WHERE ${all.map(({ text }) => text).join(' AND ')}`;
    const values = all.flatMap((one) => one.values);
    found.push(
      ...(await sql.rows<TaskViewRow>(`${select} ${where} ORDER BY t.id DESC LIMIT ?`, [
        ...values,
        selection.rows,
      ])),
    );
  }
  return await recordsOf(sql, found.sort(byIdDescending).slice(0, selection.rows));
};

const selectMembers = `
  SELECT ${liveView} FROM tasks t FORCE INDEX (tasks_line) ${queueOfTask} ${leaseOfTask}
  WHERE t.thread_key = ? AND t.scheduled_at >= ? AND (t.scheduled_at > ? OR t.id > ?)
  ORDER BY t.scheduled_at, t.id LIMIT ?`;

/** Members of a thread in running order after a place in the line. */
export const selectThreadMembers = async (
  sql: Sql,
  which: {
    readonly threadKey: string;
    readonly afterMs: number;
    readonly afterId: string;
    readonly rows: number;
  },
): Promise<TaskRecord[]> => {
  const after = new Date(which.afterMs);
  const key = Buffer.from(which.threadKey, 'hex');
  return await recordsOf(
    sql,
    await sql.rows<TaskViewRow>(selectMembers, [key, after, after, which.afterId, which.rows]),
  );
};

/** Live tasks by id, in no order. */
export const selectLiveTasks = async (sql: Sql, ids: readonly string[]): Promise<TaskRecord[]> => {
  if (ids.length === 0) return [];
  return await recordsOf(
    sql,
    await sql.rows<TaskViewRow>(`SELECT ${liveView} ${fromLive} WHERE t.id IN (?)`, [ids]),
  );
};
