import { createConnection } from 'mysql2/promise';
import type { TestSpool } from './spool.js';
import { eventually } from './eventually.js';

const selectBlocked = `
  SELECT COUNT(*) AS waiting FROM information_schema.processlist
  WHERE db = DATABASE() AND id <> CONNECTION_ID() AND info LIKE ?`;

/** An outside session that stands in the service's way. */
export interface OutsideSession {
  /** Waits until so many statements of the service that begin so are under way, and wait for this session. */
  untilBlocked(beginning: string, statements?: number): Promise<void>;
  /** Undoes what the session did, and lets everybody pass. */
  end(): Promise<void>;
}

/** Runs a statement in a transaction of an outside session and leaves it open. */
export const holdOpen = async (
  { databaseUrl }: Pick<TestSpool, 'databaseUrl'>,
  statement: string,
  parameters: readonly (string | number | Buffer)[],
): Promise<OutsideSession> => {
  const session = await createConnection({ uri: databaseUrl });
  // As the service reads: an INSERT … SELECT locks nothing but what it inserts.
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  await session.beginTransaction();
  await session.query(statement, [...parameters]);
  return {
    untilBlocked: async (beginning, statements = 1) => {
      await eventually(`${statements} that begin with ${beginning}`, async () => {
        const [rows] = await session.query(selectBlocked, [`${beginning}%`]);
        const [row] = rows as { waiting: number | string }[];
        return Number(row?.waiting) >= statements ? true : null;
      });
    },
    end: async () => {
      await session.rollback();
      await session.end();
    },
  };
};
