import type { TaskState } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { finishedState, type FinishedState } from './finished-task-store.js';
import { sortedIds } from './json-table.js';
import { searchBudgetMs } from './search-budget.js';
import {
  isPlain,
  liveConditions,
  sharedConditions,
  type Condition,
  type TaskSelection,
  type TaskTable,
} from './task-conditions.js';
import { probesOf } from './task-probes.js';
import { recordsOf, type TaskRecord } from './task-view-store.js';
import {
  deadView,
  finishedView,
  leaseOfTask,
  liveView,
  queueOfTask,
  type TaskViewRow,
} from './task-views.js';

/** A table in which wanted tasks can be, read along its primary key. */
interface TaskSource {
  readonly table: TaskTable;
  readonly select: string;
  readonly conditions: readonly Condition[];
}

/** Tasks found, newest first. */
export interface FoundTasks {
  readonly rows: readonly TaskRecord[];
  /** Down to which id was looked, when the time for one call ended before the search did; else null. */
  readonly lookedDownTo: string | null;
}

/** Ids come from one sequence: so many of them are at most so many rows in all tables together. */
const idsAWindow = 5_000n;
const idsAChunk = 1_000;

const live: Omit<TaskSource, 'conditions'> = {
  table: 'tasks',
  select: `SELECT ${liveView} FROM tasks t FORCE INDEX (PRIMARY) ${queueOfTask} ${leaseOfTask}`,
};
const dead: Omit<TaskSource, 'conditions'> = {
  table: 'dead_tasks',
  select: `SELECT ${deadView} FROM dead_tasks t FORCE INDEX (PRIMARY) ${queueOfTask}`,
};
const finished: Omit<TaskSource, 'conditions'> = {
  table: 'finished_tasks',
  select: `SELECT ${finishedView} FROM finished_tasks t FORCE INDEX (PRIMARY) ${queueOfTask}`,
};

const isFinishedState = (state: TaskState): state is FinishedState => state in finishedState;

/** The tables in which such tasks can be. */
const sourcesOf = (selection: TaskSelection): TaskSource[] => {
  const { state, phase, workerId } = selection;
  const shared = sharedConditions(selection);
  const sources: TaskSource[] = [];
  if (state === undefined || state === 'ENQUEUED' || state === 'IN_PROGRESS')
    sources.push({ ...live, conditions: [...shared, ...liveConditions(selection)] });
  if (phase !== undefined || workerId !== undefined) return sources;
  if (state === undefined || state === 'DEAD') sources.push({ ...dead, conditions: shared });
  if (state === undefined) sources.push({ ...finished, conditions: shared });
  else if (isFinishedState(state)) {
    const ofState = { text: 't.state = ?', values: [finishedState[state]] };
    sources.push({ ...finished, conditions: [...shared, ofState] });
  }
  return sources;
};

const byIdDescending = (left: TaskViewRow, right: TaskViewRow): number =>
  right.id.length - left.id.length || (right.id < left.id ? -1 : 1);

const read = (
  sql: Sql,
  { select, conditions }: TaskSource,
  place: Condition,
  rows: number,
): Promise<TaskViewRow[]> => {
  const all = [...(place.text === '' ? [] : [place]), ...conditions];
  const where = all.length === 0 ? '' : `WHERE ${all.map(({ text }) => text).join(' AND ')}`;
  const values = all.flatMap((one) => one.values);
  return sql.rows<TaskViewRow>(`${select} ${where} ORDER BY t.id DESC LIMIT ?`, [...values, rows]);
};

const belowPlace = (belowId: string | null): Condition =>
  belowId === null ? { text: '', values: [] } : { text: 't.id < ?', values: [belowId] };

const isAtLeast = (id: string, floor: string): boolean => BigInt(id) >= BigInt(floor);

/** Reads the newest of candidates that were found by an index, a few at a time. */
const readCandidates = async (
  sql: Sql,
  source: TaskSource,
  ids: readonly string[],
  { belowId, rows }: TaskSelection,
): Promise<TaskViewRow[]> => {
  const wanted = belowId === null ? ids : ids.filter((id) => !isAtLeast(id, belowId));
  const newestFirst = sortedIds(wanted).toReversed();
  const found: TaskViewRow[] = [];
  for (let from = 0; from < newestFirst.length && found.length < rows; from += idsAChunk) {
    const place = { text: 't.id IN (?)', values: [newestFirst.slice(from, from + idsAChunk)] };
    found.push(...(await read(sql, source, place, rows)));
  }
  return found;
};

const highestBelow = async (
  sql: Sql,
  sources: readonly TaskSource[],
  belowId: bigint | null,
): Promise<bigint | null> => {
  let highest: bigint | null = null;
  for (const { table } of sources) {
    const [row] = await sql.rows<{ id: string }>(
      `SELECT id FROM ${table} ${belowId === null ? '' : 'WHERE id < ?'} ORDER BY id DESC LIMIT 1`,
      belowId === null ? [] : [String(belowId)],
    );
    if (row !== undefined && (highest === null || BigInt(row.id) > highest)) highest = BigInt(row.id);
  }
  return highest;
};

/** Walks tables down their ids, a window at a time, until enough is found or the time is over. */
const walk = async (
  sql: Sql,
  sources: readonly TaskSource[],
  { belowId, rows }: TaskSelection,
): Promise<{ found: TaskViewRow[]; lookedDownTo: string | null }> => {
  const found: TaskViewRow[] = [];
  const deadlineMs = performance.now() + searchBudgetMs;
  let below = belowId === null ? null : BigInt(belowId);
  for (;;) {
    const top = await highestBelow(sql, sources, below);
    if (top === null) return { found, lookedDownTo: null };
    const floor = top - idsAWindow;
    const place = { text: 't.id > ? AND t.id <= ?', values: [String(floor), String(top)] };
    for (const source of sources) found.push(...(await read(sql, source, place, rows)));
    if (floor <= 0n) return { found, lookedDownTo: null };
    below = floor + 1n;
    if (found.length >= rows || performance.now() > deadlineMs) return { found, lookedDownTo: String(below) };
  }
};

/**
 * Finds tasks in every table, newest first. What an index narrows to a few thousand candidates is read through it; the
 * rest is walked along the primary keys for a bounded time, so that no combination of filters makes a call slow.
 */
export const searchTasks = async (sql: Sql, selection: TaskSelection): Promise<FoundTasks> => {
  const { queueIds, belowId, rows } = selection;
  if (queueIds?.length === 0) return { rows: [], lookedDownTo: null };
  const sources = sourcesOf(selection);
  const found: TaskViewRow[] = [];
  const walked: TaskSource[] = [];
  for (const source of sources) {
    if (isPlain(selection)) {
      found.push(...(await read(sql, source, belowPlace(belowId), rows)));
      continue;
    }
    const candidates = await probesOf(source.table, selection)(sql);
    if (candidates === null) walked.push(source);
    else found.push(...(await readCandidates(sql, source, candidates, selection)));
  }
  const walking =
    walked.length === 0 ? { found: [], lookedDownTo: null } : await walk(sql, walked, selection);
  const { lookedDownTo } = walking;
  const known = [...found, ...walking.found]
    .filter(({ id }) => lookedDownTo === null || isAtLeast(id, lookedDownTo))
    .sort(byIdDescending)
    .slice(0, rows);
  return { rows: await recordsOf(sql, known), lookedDownTo: known.length < rows ? lookedDownTo : null };
};
