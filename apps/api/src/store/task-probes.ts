import type { TaskQuery } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { finishedState } from './finished-task-store.js';
import { keyBytes, type Condition, type TaskSelection, type TaskTable } from './task-conditions.js';

/** More candidates than this are walked over instead. */
const candidatesAtMost = 5_000;

/** Finds the ids of candidates by an index; null when there is no such index, or too many. */
type Probe = (sql: Sql) => Promise<readonly string[] | null>;

const noProbe: Probe = () => Promise.resolve(null);

/** The span of the ready index in which a phase lies; what else makes it up is looked at row by row. */
const indexedPhases: Readonly<Record<NonNullable<TaskQuery['phase']>, string>> = {
  paused: 'TRUE',
  waiting: 'ready_at IS NULL',
  backoff: 'ready_at > NOW(3)',
  scheduled: 'ready_at > NOW(3)',
  ready: 'ready_at <= NOW(3)',
};

/** Only spans of an index are asked for: any other condition could make the server read on and on before the limit. */
const probe =
  (from: string, id: string, spans: readonly Condition[]): Probe =>
  async (sql) => {
    const where = spans.length === 0 ? '' : `WHERE ${spans.map(({ text }) => text).join(' AND ')}`;
    const values = spans.flatMap((one) => one.values);
    const statement = `SELECT ${id} AS id FROM ${from} ${where} LIMIT ?`;
    const rows = await sql.rows<{ id: string }>(statement, [...values, candidatesAtMost + 1]);
    return rows.length > candidatesAtMost ? null : rows.map((row) => row.id);
  };

const threadIndexes = { tasks: 'tasks_line', dead_tasks: 'dead_tasks_by_thread', finished_tasks: null };
const queueIndexes = {
  tasks: 'tasks_ready',
  dead_tasks: 'dead_tasks_by_queue',
  finished_tasks: 'finished_tasks_by_end',
};

const stateOfFinished = ({ state }: TaskSelection): Condition[] =>
  state === 'COMPLETED' || state === 'RESTARTED' || state === 'FORWARDED'
    ? [{ text: 'state = ?', values: [finishedState[state]] }]
    : [];

/** How the wanted tasks of a table can be found by an index, the narrowest first. */
export const probesOf = (table: TaskTable, selection: TaskSelection): Probe => {
  const { queueIds, threadKeys, state, phase, workerId } = selection;
  if (table === 'tasks' && (state === 'IN_PROGRESS' || workerId !== undefined))
    return probe('leases FORCE INDEX (leases_by_expiry)', 'task_id', [
      { text: 'expires_at > ?', values: [new Date(0)] },
    ]);
  const threadIndex = threadIndexes[table];
  if (threadKeys !== null && threadIndex !== null) {
    const ofThread = { text: 'thread_key IN (?)', values: [keyBytes(threadKeys)] };
    return probe(`${table} FORCE INDEX (${threadIndex})`, 'id', [ofThread]);
  }
  if (queueIds === null) return noProbe;
  return probe(`${table} FORCE INDEX (${queueIndexes[table]})`, 'id', [
    { text: 'queue_id IN (?)', values: [queueIds] },
    ...(table === 'tasks' && phase !== undefined ? [{ text: indexedPhases[phase], values: [] }] : []),
    ...(table === 'finished_tasks' ? stateOfFinished(selection) : []),
  ]);
};
