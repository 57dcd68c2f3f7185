import type { Sql } from '../platform/database/sql.js';
import type { ReadyPosition } from './ready-store.js';
import { leaseSlotOf } from './thread-key.js';
import { hexOrNull } from './values.js';

/** Lines that look wrong in a page of a walk, and where the walk goes on; null at its end. */
export interface SuspectPage<Position> {
  readonly suspects: readonly SuspectSlot[];
  readonly next: Position | null;
}

/** A lease's slot whose rows contradict each other, and the task that gave it away, if one did. */
export interface SuspectSlot {
  readonly slot: string;
  readonly taskId: string | null;
}

/** Members are counted up to here, so that a page costs little at any size. */
export const countedMembers = 1_000;
/** How many members a page of threads counts in all. */
const countedMembersAPage = 5_000;

const ownSlot = `COALESCE(t.thread_key, UNHEX(LPAD(HEX(t.id), 32, '0')))`;
const membersOf = 'FROM tasks m FORCE INDEX (tasks_line) WHERE m.thread_key = h.thread_key';
const inLine = 'ORDER BY m.thread_key, m.scheduled_at, m.id';

const selectThreadSizes =
  'SELECT thread_key, size FROM threads WHERE thread_key > ? ORDER BY thread_key LIMIT ?';
/** The front is the leased member; without a lease the earliest member, and a candidate; the size is right. */
const selectSuspectThreads = `
  SELECT h.thread_key FROM threads h FORCE INDEX (PRIMARY)
  LEFT JOIN leases l FORCE INDEX (PRIMARY) ON l.slot = h.thread_key
  LEFT JOIN tasks f FORCE INDEX (PRIMARY) ON f.id = h.front_task_id
  WHERE h.thread_key > ? AND h.thread_key <= ? AND NOT (
    f.id IS NOT NULL AND f.thread_key <=> h.thread_key
    AND CASE WHEN l.slot IS NULL
      THEN f.ready_at IS NOT NULL AND f.id = (SELECT m.id ${membersOf} ${inLine} LIMIT 1)
      ELSE f.ready_at IS NULL AND f.id = l.task_id END
    AND CASE WHEN h.size <= ${countedMembers}
      THEN h.size = (SELECT COUNT(*) ${membersOf})
      ELSE (SELECT m.id ${membersOf} ${inLine} LIMIT 1 OFFSET ${countedMembers}) IS NOT NULL END)`;
/** A lease holds a live task, in that task's own slot. */
const selectLeasePage = `
  SELECT l.slot, t.id IS NULL OR l.slot <> ${ownSlot} AS is_suspect
  FROM leases l FORCE INDEX (PRIMARY) LEFT JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = l.task_id
  WHERE l.slot > ? ORDER BY l.slot LIMIT ?`;
/** A task without a thread is a candidate or leased; a member's thread exists, and a candidate is its front. */
const taskPage = `
  SELECT t.id, t.thread_key, t.ready_at, CASE WHEN t.thread_key IS NULL
    THEN (t.ready_at IS NULL) = (l.slot IS NULL)
    ELSE h.thread_key IS NULL OR (t.ready_at IS NOT NULL AND (l.slot IS NOT NULL OR h.front_task_id <> t.id))
    END AS is_suspect`;
const withThreadAndLease = `
  LEFT JOIN threads h FORCE INDEX (PRIMARY) ON h.thread_key = t.thread_key
  LEFT JOIN leases l FORCE INDEX (PRIMARY) ON l.slot = ${ownSlot}`;
const selectTaskPage = `
  ${taskPage} FROM tasks t FORCE INDEX (PRIMARY) ${withThreadAndLease} WHERE t.id > ? ORDER BY t.id LIMIT ?`;
const selectReadyPage = `
  ${taskPage} FROM tasks t FORCE INDEX (tasks_ready) ${withThreadAndLease}
  WHERE t.queue_id = ? AND t.ready_at >= ? AND t.ready_at <= NOW(3) AND (t.ready_at > ? OR t.id > ?)
  ORDER BY t.ready_at, t.id LIMIT ?`;

interface TaskRow {
  id: string;
  thread_key: Buffer | null;
  ready_at: Date | null;
  is_suspect: number | string | null;
}

const isSuspect = (row: { is_suspect: number | string | null }): boolean => Number(row.is_suspect) === 1;

const suspectTasks = (rows: readonly TaskRow[]): SuspectSlot[] =>
  rows.filter(isSuspect).map(({ id, thread_key }) => ({
    slot: leaseSlotOf(id, hexOrNull(thread_key)),
    taskId: id,
  }));

/** Looks at threads after a key. A page ends early where many members had to be counted. */
export const findSuspectThreads = async (
  sql: Sql,
  afterKey: string,
  limit: number,
): Promise<SuspectPage<string>> => {
  const after = Buffer.from(afterKey, 'hex');
  const sizes = await sql.rows<{ thread_key: Buffer; size: number }>(selectThreadSizes, [after, limit]);
  let counted = 0;
  const page = sizes.filter(({ size }, index) => {
    counted += Math.min(size, countedMembers);
    return index === 0 || counted <= countedMembersAPage;
  });
  const last = page.at(-1);
  if (last === undefined) return { suspects: [], next: null };
  const rows = await sql.rows<{ thread_key: Buffer }>(selectSuspectThreads, [after, last.thread_key]);
  return {
    suspects: rows.map(({ thread_key }) => ({ slot: thread_key.toString('hex'), taskId: null })),
    next: page.length < limit && page.length === sizes.length ? null : last.thread_key.toString('hex'),
  };
};

/** Looks at leases after a slot. */
export const findSuspectLeases = async (
  sql: Sql,
  afterSlot: string,
  limit: number,
): Promise<SuspectPage<string>> => {
  const rows = await sql.rows<{ slot: Buffer; is_suspect: number | string | null }>(selectLeasePage, [
    Buffer.from(afterSlot, 'hex'),
    limit,
  ]);
  return {
    suspects: rows.filter(isSuspect).map(({ slot }) => ({ slot: slot.toString('hex'), taskId: null })),
    next: rows.length < limit ? null : (rows.at(-1)?.slot.toString('hex') ?? null),
  };
};

/** Looks at live tasks after an id. */
export const findSuspectTasks = async (
  sql: Sql,
  afterId: string,
  limit: number,
): Promise<SuspectPage<string>> => {
  const rows = await sql.rows<TaskRow>(selectTaskPage, [afterId, limit]);
  return { suspects: suspectTasks(rows), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
};

/** Looks at the tasks of a queue that may be dequeued now, in order, after a position. */
export const findSuspectReady = async (
  sql: Sql,
  queueId: number,
  after: ReadyPosition,
  limit: number,
): Promise<SuspectPage<ReadyPosition>> => {
  const from = new Date(after.readyAtMs);
  const rows = await sql.rows<TaskRow>(selectReadyPage, [queueId, from, from, after.id, limit]);
  const last = rows.length < limit ? undefined : rows.at(-1);
  const next =
    last === undefined || last.ready_at === null ? null : { readyAtMs: last.ready_at.getTime(), id: last.id };
  return { suspects: suspectTasks(rows), next };
};
