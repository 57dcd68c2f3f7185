import type { TaskQuery } from '@spool/contracts';

/** A page of tasks: which, below which id, how many rows. */
export interface TaskSelection extends Omit<TaskQuery, 'queue' | 'threadId' | 'limit' | 'cursor'> {
  /** The queues looked at; null for every one. */
  readonly queueIds: readonly number[] | null;
  /** The keys of the thread looked at, in each scope; null for any. */
  readonly threadKeys: readonly string[] | null;
  readonly belowId: string | null;
  readonly rows: number;
}

/** A table in which tasks can be. */
export type TaskTable = 'tasks' | 'dead_tasks' | 'finished_tasks';

/** A part of a WHERE clause. */
export interface Condition {
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

/** The keys of a thread as bytes. */
export const keyBytes = (keys: readonly string[]): Buffer[] => keys.map((key) => Buffer.from(key, 'hex'));

/** What a selection asks of tasks in every table `t`. */
export const sharedConditions = ({ queueIds, threadKeys, type, from, to }: TaskSelection): Condition[] => [
  ...(queueIds === null ? [] : [condition('t.queue_id IN (?)', queueIds)]),
  ...(threadKeys === null ? [] : [condition('t.thread_key IN (?)', keyBytes(threadKeys))]),
  ...(type === undefined ? [] : [condition('t.type = ?', Buffer.from(type, 'utf8'))]),
  ...(from === undefined ? [] : [condition('t.enqueued_at >= ?', new Date(from))]),
  ...(to === undefined ? [] : [condition('t.enqueued_at < ?', new Date(to))]),
];

/** What it asks beside that of live tasks, of their leases `l` and queues `q`. */
export const liveConditions = ({ state, phase, workerId }: TaskSelection): Condition[] => [
  ...(state === 'ENQUEUED' ? [condition('l.slot IS NULL')] : []),
  ...(state === 'IN_PROGRESS' ? [condition('l.slot IS NOT NULL')] : []),
  ...(phase === undefined ? [] : [condition(phaseConditions[phase])]),
  ...(workerId === undefined ? [] : [condition('l.worker_id = ?', Buffer.from(workerId, 'utf8'))]),
];

const denseStates = new Set<TaskQuery['state']>([undefined, 'ENQUEUED', 'COMPLETED', 'DEAD']);

/** Whether nearly every row fits, so that a walk along the primary key finds a page at once. */
export const isPlain = (selection: TaskSelection): boolean =>
  denseStates.has(selection.state) &&
  selection.queueIds === null &&
  selection.threadKeys === null &&
  [selection.phase, selection.type, selection.workerId, selection.from, selection.to].every(
    (filter) => filter === undefined,
  );
