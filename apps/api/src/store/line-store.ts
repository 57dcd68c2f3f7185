import type { Sql } from '../platform/database/sql.js';
import { countedMembers } from './suspect-store.js';

/** The earliest member of a thread, with what its thread's row is made from. */
export interface FirstMember {
  readonly id: string;
  readonly threadId: string;
  readonly queueId: number;
}

const members = 'FROM tasks m FORCE INDEX (tasks_line) WHERE m.thread_key = ?';
const inLine = 'ORDER BY m.thread_key, m.scheduled_at, m.id';
const selectFirstMember = `SELECT m.id, m.thread_id, m.queue_id ${members} ${inLine} LIMIT 1`;
const selectCandidates = `
  SELECT t.id FROM (SELECT m.id ${members} ${inLine} LIMIT ${countedMembers}) j
  STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = j.id WHERE t.ready_at IS NOT NULL`;
const countSomeMembers = `SELECT COUNT(*) AS count FROM (SELECT m.id ${members} LIMIT ${countedMembers + 1}) j`;
export const countMembers = `SELECT COUNT(*) AS count ${members}`;

const parameterOf = (threadKey: string): [Buffer] => [Buffer.from(threadKey, 'hex')];

/** The member that is first in its thread's line, or null. */
export const readFirstMember = async (sql: Sql, threadKey: string): Promise<FirstMember | null> => {
  const [row] = await sql.rows<{ id: string; thread_id: Buffer | null; queue_id: number }>(
    selectFirstMember,
    parameterOf(threadKey),
  );
  return row === undefined
    ? null
    : { id: row.id, threadId: row.thread_id?.toString('utf8') ?? '', queueId: row.queue_id };
};

/** The candidates among the first thousand members of a thread. */
export const readCandidates = async (sql: Sql, threadKey: string): Promise<string[]> =>
  (await sql.rows<{ id: string }>(selectCandidates, parameterOf(threadKey))).map(({ id }) => id);

const count = async (sql: Sql, statement: string, threadKey: string): Promise<number> => {
  const [row] = await sql.rows<{ count: number | string }>(statement, parameterOf(threadKey));
  return Number(row?.count ?? 0);
};

/** How many members a thread has; where both the row and a first count say "more than a thousand", the row is believed. */
export const readSize = async (sql: Sql, threadKey: string, sizeOnRecord: number): Promise<number> => {
  const atLeast = await count(sql, countSomeMembers, threadKey);
  if (atLeast <= countedMembers) return atLeast;
  return sizeOnRecord > countedMembers ? sizeOnRecord : await count(sql, countMembers, threadKey);
};
