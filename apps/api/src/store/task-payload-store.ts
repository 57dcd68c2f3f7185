import type { Sql } from '../platform/database/sql.js';
import { idList, idTable } from './json-table.js';
import { textOrNull } from './values.js';

/** What a decision never looks at, but a copy of a task takes over. */
export interface TaskExtras {
  readonly type: string | null;
  readonly traceparent: string | null;
}

const joinById = `${idTable} j STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = j.id`;
const selectPayloads = `SELECT t.id, t.payload FROM ${joinById}`;
const selectExtras = `SELECT t.id, t.type, t.traceparent FROM ${joinById}`;

/** Payloads of live tasks, as JSON texts by id. */
export const readPayloads = async (sql: Sql, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await sql.rows<{ id: string; payload: string }>(selectPayloads, [idList(ids)]);
  return new Map(rows.map((row) => [row.id, row.payload]));
};

/** Types and trace contexts of live tasks, by id. */
export const readTaskExtras = async (sql: Sql, ids: readonly string[]): Promise<Map<string, TaskExtras>> => {
  const rows = await sql.rows<{ id: string; type: Buffer | null; traceparent: string | null }>(selectExtras, [
    idList(ids),
  ]);
  return new Map(rows.map((row) => [row.id, { type: textOrNull(row.type), traceparent: row.traceparent }]));
};
