import { carriedFrom, carriedInto } from '../../src/store/task-columns.js';
import type { TestSpool } from './spool.js';
import { threadKeyOf } from '../../src/store/thread-key.js';

const rowsAStatement = 100_000;
const digits =
  '(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';
const numbers = `
  SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n
  FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f`;

/**
 * Puts completed tasks into a queue by hand, as if each were a copy of a live one: a third finished two days ago, the
 * rest within the last hour. Later tasks get larger ids; the counters know them.
 */
export const fillFinished = async (
  { database }: Pick<TestSpool, 'database'>,
  { queue, modelId, count }: { readonly queue: string; readonly modelId: string; readonly count: number },
): Promise<void> => {
  const first = Number(modelId) + 1_000;
  for (let from = 0; from < count; from += rowsAStatement) {
    const rows = Math.min(rowsAStatement, count - from);
    await database.write((sql) =>
      sql.change(
        `INSERT INTO finished_tasks (id, ${carriedInto}, state, finished_at, worker_id, started_at)
         SELECT ? + n.n, ${carriedFrom('t')}, 1,
           CASE WHEN n.n % 3 = 0 THEN NOW(3) - INTERVAL 2 DAY ELSE NOW(3) - INTERVAL n.n % 3600 SECOND END, 'worker-1', NOW(3)
         FROM (${numbers}) n JOIN tasks t ON t.id = ? WHERE n.n < ?`,
        [first + from, modelId, rows],
      ),
    );
  }
  await database.write(async (sql) => {
    await sql.change(
      `INSERT INTO counters (queue_id, slot, live, in_progress, waiting, dead, completed)
       SELECT id, 255, 0, 0, 0, 0, ? FROM queues WHERE name = ?
       ON DUPLICATE KEY UPDATE completed = completed + VALUES(completed)`,
      [count, queue],
    );
  });
  await database.read((sql) => sql.change(`ALTER TABLE tasks AUTO_INCREMENT = ${first + count}`));
  await database.read((sql) => sql.rows('ANALYZE TABLE finished_tasks'));
};

/** Puts dead tasks of many threads and errors into a queue by hand; they get their groups from the scheduled job. */
export const fillDead = async (
  { database }: Pick<TestSpool, 'database'>,
  { queue, modelId, count }: { readonly queue: string; readonly modelId: string; readonly count: number },
): Promise<void> => {
  const first = Number(modelId) + 5_000_000;
  const key = Buffer.from(threadKeyOf(0, 'dead'), 'hex');
  await database.write((sql) =>
    sql.change(
      `INSERT INTO dead_tasks (id, ${carriedInto}, died_at, error_type, error_message, error_group)
       SELECT ? + n.n, ${carriedFrom('t')}, NOW(3) - INTERVAL n.n SECOND, 'Refused', CONCAT('Refused by shard ', n.n % 50),
         UNHEX(LPAD(HEX(n.n % 50), 16, '0'))
       FROM (${numbers}) n JOIN tasks t ON t.id = ? WHERE n.n < ? AND ? IS NOT NULL`,
      [first, modelId, count, key],
    ),
  );
  await database.write((sql) =>
    sql.change(
      `INSERT INTO counters (queue_id, slot, live, in_progress, waiting, dead, completed)
       SELECT id, 254, 0, 0, 0, ?, 0 FROM queues WHERE name = ?
       ON DUPLICATE KEY UPDATE dead = dead + VALUES(dead)`,
      [count, queue],
    ),
  );
};
