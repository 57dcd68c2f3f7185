import type { BorrowedConnection } from './borrowed-connection.js';
import { Conversation } from './conversation.js';
import { troubleOf } from './database-error.js';
import type { Sql } from './sql.js';
import { insertMark } from './transaction-mark.js';

/** A transaction that was sent to the end. */
export interface Attempt<Result> {
  readonly result: Result;
  /** What went wrong at the COMMIT, where that leaves open whether it took effect. */
  readonly doubt: Error | null;
}

/**
 * Runs a transaction once, its mark first. Throws what went wrong before the COMMIT, or a COMMIT that certainly undid it.
 */
export const attemptOver = async <Result>(
  connection: BorrowedConnection,
  mark: Buffer,
  work: (sql: Sql) => Promise<Result>,
): Promise<Attempt<Result>> => {
  await connection.query('START TRANSACTION');
  const sql = new Conversation(connection);
  let result: Result;
  try {
    sql.defer(insertMark, [mark]);
    result = await work(sql);
    await sql.finish();
  } catch (error) {
    sql.end(error);
    await connection.rollBack();
    throw error;
  }
  try {
    await connection.query('COMMIT');
    return { result, doubt: null };
  } catch (error) {
    // A deadlock, which is also what a cluster calls a conflict between its nodes, is known to have undone everything.
    if (troubleOf(error) === 'deadlock') {
      await connection.rollBack();
      throw error;
    }
    connection.discard();
    return { result, doubt: error instanceof Error ? error : new Error(String(error)) };
  }
};
