import type { Sql } from '../platform/database/sql.js';

const readNow = 'SELECT NOW(3) AS now';

/** The database's time in milliseconds (R15): read once a transaction, after its locks. */
export const readClock = async (sql: Sql): Promise<number> => {
  const [row] = await sql.rows<{ now: Date }>(readNow);
  if (row === undefined) throw new Error('The database did not tell the time.');
  return row.now.getTime();
};
