import type { TestSpool } from './spool.js';

/** Makes the leases of these tasks lapse at one instant, by hand. */
export const lapseAtOnce = ({ database }: TestSpool, ids: readonly string[]): Promise<unknown> =>
  database.write((sql) =>
    sql.change(`UPDATE leases SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE task_id IN (?)`, [ids]),
  );
