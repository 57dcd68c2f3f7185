import { compareMembers } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import { keyValues } from './by-key.js';
import { finishedState } from './finished-task-store.js';
import { tasksAThread, type SelectedTask } from './operation-preview-store.js';

/** How far members and finished tasks of a thread are counted. */
const membersCounted = 1_000;

/** What is told of a thread's other tasks. */
export interface ThreadSurroundings {
  readonly ahead: number;
  readonly behind: number;
}

const countMembers = (comparison: string): string => `(SELECT COUNT(*) FROM (
  SELECT 1 FROM tasks m FORCE INDEX (tasks_line)
  WHERE m.thread_key = ? AND m.scheduled_at ${comparison} ? LIMIT ${membersCounted}) counted)`;
const surroundings = `SELECT ? AS hex, ${countMembers('<=')} AS ahead, ${countMembers('>')} AS behind`;

interface SurroundingsRow {
  hex: string | Buffer;
  ahead: string | number;
  behind: string | number;
}

/** What is around dead tasks in their threads at a time: each of them the first of its thread. */
export const readSurroundings = async (
  sql: Sql,
  firsts: readonly SelectedTask[],
  nowMs: number,
): Promise<Map<string, ThreadSurroundings>> => {
  if (firsts.length === 0) return new Map();
  const now = new Date(nowMs);
  const parameters = firsts.flatMap(({ threadKey }) => {
    const key = Buffer.from(threadKey, 'hex');
    return [threadKey, key, now, key, now];
  });
  const statement = firsts.map(() => surroundings).join(' UNION ALL ');
  const rows = await sql.rows<SurroundingsRow>(statement, parameters);
  return new Map(
    rows.map(({ hex, ahead, behind }) => [hex.toString(), { ahead: Number(ahead), behind: Number(behind) }]),
  );
};

/** Completions of some threads in each queue since a time: found in the index of ends alone, as a history is. */
const selectCompletions = (queueCount: number): string =>
  Array.from(
    { length: queueCount },
    (_, index) => `
  SELECT t.thread_key, t.id, t.scheduled_at, t.finished_at FROM (
    SELECT id FROM finished_tasks FORCE INDEX (finished_tasks_by_end)
    WHERE queue_id = ? AND state = ${finishedState.COMPLETED} AND finished_at >= ? AND thread_key IN (?)
    ORDER BY finished_at DESC, id DESC LIMIT ?) found${index}
  STRAIGHT_JOIN finished_tasks t FORCE INDEX (PRIMARY) ON t.id = found${index}.id`,
  ).join(' UNION ALL');

interface Completion {
  readonly id: string;
  readonly scheduledAtMs: number;
  readonly endedAtMs: number;
}

const hasRunPast = (dead: SelectedTask, completed: Completion): boolean =>
  completed.endedAtMs >= dead.diedAtMs && compareMembers(completed, dead) > 0;

/** How many tasks of these queues stood behind each dead one in its thread, and have completed since it died, by thread. */
export const countRanPast = async (
  sql: Sql,
  firsts: readonly SelectedTask[],
  { queueIds, fromMs }: { readonly queueIds: readonly number[]; readonly fromMs: number },
): Promise<Map<string, number>> => {
  if (firsts.length === 0 || queueIds.length === 0) return new Map();
  const deadOf = new Map(firsts.map((dead) => [dead.threadKey, dead]));
  const keys = keyValues(deadOf.keys());
  const rows = await sql.rows<{ thread_key: Buffer; id: string; scheduled_at: Date; finished_at: Date }>(
    selectCompletions(queueIds.length),
    queueIds.flatMap((id) => [id, new Date(fromMs), keys, membersCounted * tasksAThread]),
  );
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = row.thread_key.toString('hex');
    const dead = deadOf.get(key);
    const completed = {
      id: row.id,
      scheduledAtMs: row.scheduled_at.getTime(),
      endedAtMs: row.finished_at.getTime(),
    };
    if (dead !== undefined && hasRunPast(dead, completed)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};
