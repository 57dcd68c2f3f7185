import type { Sql } from '../../src/platform/database/sql.js';
import type { RecordedStatement } from './recorded-statements.js';

/** How a server goes about one real table of a statement. */
export interface PlanStep {
  /** The table's alias. */
  readonly table: string;
  /** Looks at every row, or at every entry of an index. */
  readonly isFullScan: boolean;
  readonly index: string | null;
}

/** How a server goes about a statement. */
export interface QueryPlan {
  readonly steps: readonly PlanStep[];
  /** Collects rows and sorts them, instead of reading them in order. */
  readonly sorts: boolean;
}

/** A row of EXPLAIN; MySQL and MariaDB agree on these columns, not on what stands in them. */
export interface ExplainRow {
  readonly select_type: string | null;
  readonly table: string | null;
  readonly type: string | null;
  readonly key: string | null;
  readonly Extra: string | null;
}

const fullScans = new Set(['ALL', 'index']);

/** A table made by the statement itself: `<derived2>`, or the rows of JSON_TABLE. */
const isMadeUp = (row: ExplainRow): boolean =>
  row.table?.startsWith('<') === true || row.Extra?.includes('Table function') === true;

/** MySQL also lists the table that an INSERT … SELECT writes to, as if it read it whole. */
const isInsertTarget = (row: ExplainRow): boolean => row.select_type === 'INSERT';

/** An index that is jumped along, a few entries a group, is not scanned. */
const isSkipped = (row: ExplainRow): boolean => row.Extra?.includes('Using index for group-by') === true;

/** Reads what EXPLAIN answered. Rows without a table tell of parts that the server settled without reading one. */
export const readPlan = (rows: readonly ExplainRow[]): QueryPlan => ({
  sorts: rows.some((row) => row.Extra?.includes('Using filesort') === true),
  steps: rows.flatMap((row) =>
    row.table === null || isMadeUp(row) || isInsertTarget(row)
      ? []
      : [
          {
            table: row.table,
            isFullScan: fullScans.has(row.type ?? 'ALL') && !isSkipped(row),
            index: row.key,
          },
        ],
  ),
});

/** Asks the server how it would go about a statement. */
export const explain = async (sql: Sql, { text, parameters }: RecordedStatement): Promise<QueryPlan> =>
  readPlan(await sql.rows<ExplainRow>(`EXPLAIN FORMAT=TRADITIONAL ${text}`, parameters));

const countReads = async (sql: Sql): Promise<number> => {
  const rows = await sql.rows<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Handler_read%'`);
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
};

/** Runs a statement, undoes it, and tells how many rows and index entries the server looked at for it. */
export const countRowsLookedAt = async (
  sql: Sql,
  { text, parameters }: RecordedStatement,
): Promise<number> => {
  await sql.rows('START TRANSACTION');
  const before = await countReads(sql);
  const start = await countReads(sql);
  await sql.rows(text, parameters);
  const end = await countReads(sql);
  await sql.rows('ROLLBACK');
  const readsOfCounting = start - before;
  return end - start - readsOfCounting;
};
