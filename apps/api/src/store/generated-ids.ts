import { TransactionOvertaken } from '../platform/database/transaction-overtaken.js';
import type { Sql } from '../platform/database/sql.js';

const readIncrement = 'SELECT @@SESSION.auto_increment_increment AS increment';

const incrementOf = async (sql: Sql): Promise<bigint> => {
  const [row] = await sql.rows<{ increment: number | string }>(readIncrement);
  return BigInt(row?.increment ?? 1);
};

/**
 * Inserts rows with one statement a chunk, and tells the AUTO_INCREMENT values that they got, in order: the first of
 * a statement plus multiples of the session's increment. If that changed meanwhile (a cluster changes size), the
 * transaction starts over.
 */
export const insertGenerating = async (
  sql: Sql,
  statement: string,
  chunks: readonly (readonly (readonly unknown[])[])[],
): Promise<string[]> => {
  const [before, changes, after] = await Promise.all([
    incrementOf(sql),
    Promise.all(chunks.map((rows) => sql.change(statement, [rows]))),
    incrementOf(sql),
  ]);
  if (before !== after) throw new TransactionOvertaken('auto_increment_increment changed');
  return changes.flatMap(({ insertId }, index) =>
    (chunks[index] ?? []).map((_row, place) => String(BigInt(insertId) + BigInt(place) * before)),
  );
};
