import type { Sql } from '../../platform/database/sql.js';
import type { AuditWalk } from './audit-walks.js';

/** The rows of a walk behind one value of its key, up to another. */
export interface AuditPage {
  readonly after: string | Buffer;
  readonly last: string | Buffer;
  /** How many rows it was made for; it has more where many have the last value. */
  readonly rows: number;
}

const idsAtOnce = 10_000;
const selectPlaces = `
  SELECT id, 'live' AS place FROM tasks WHERE id IN (?) UNION ALL
  SELECT id, 'dead' AS place FROM dead_tasks WHERE id IN (?) UNION ALL
  SELECT id, 'finished' AS place FROM finished_tasks WHERE id IN (?)`;

/** Makes what is read until `work` ends the rows of one instant, without a lock. */
export const readInstant = async <Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> => {
  await sql.change('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await sql.change('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  try {
    return await work();
  } finally {
    await sql.change('ROLLBACK');
  }
};

/** The next page of a walk, of about so many rows; null behind the last. */
export const findPage = async (
  sql: Sql,
  { table, key }: AuditWalk,
  after: string | Buffer,
  rowsAtOnce: number,
): Promise<AuditPage | null> => {
  const [page] = await sql.rows<{ last: string | Buffer | null; count: string }>(
    `SELECT MAX(page.place) AS last, COUNT(*) AS count
     FROM (SELECT w.${key} AS place FROM ${table} w WHERE w.${key} > ? ORDER BY w.${key} LIMIT ?) page`,
    [after, rowsAtOnce],
  );
  return page?.last === null || page === undefined
    ? null
    : { after, last: page.last, rows: Number(page.count) };
};

/** What a check finds, as sentences; in one page, or in whole tables. */
export const findContradictions = async (
  sql: Sql,
  check: string,
  page: AuditPage | null,
  limit: number,
): Promise<string[]> => {
  const bounds = Array.from(check.matchAll(/\?/g), (_, index) =>
    index % 2 === 0 ? page?.after : page?.last,
  );
  const found = await sql.rows<{ sentence: Buffer | string }>(`${check} LIMIT ?`, [...bounds, limit]);
  return found.map(({ sentence }) => sentence.toString());
};

/** In which tables each of these tasks is: live, dead or finished. */
export const readPlaces = async (
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const places = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce);
    const rows = await sql.rows<{ id: string; place: string }>(selectPlaces, [some, some, some]);
    for (const { id, place } of rows) places.get(id)?.push(place);
  }
  return places;
};
