import type { Database } from '../../src/platform/database/database.js';

const rowsAtOnce = 100_000;
/** Far above the ids that the service gives in a test; each queue has its own, and one group of errors. */
const idsOfQueue = 1_000_000_000;

const digits =
  '(SELECT 0 AS d' + Array.from({ length: 9 }, (_, index) => ` UNION ALL SELECT ${index + 1}`).join('') + ')';
const insertDead = `
  INSERT INTO dead_tasks (id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes, died_at,
    error_type, error_message, error_group)
  SELECT ? + n.number, ?, 1, 1, NOW(3) - INTERVAL n.number SECOND, NOW(3), '{"order":1}', 11, NOW(3), 'HTTP_503', 'Refused',
    UNHEX(LPAD(HEX(?), 16, '0'))
  FROM (
    SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS number
    FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f) n
  WHERE n.number < ?`;

/** Puts so many dead tasks into a queue's DLQ at once, counted as if they had died one by one. */
export const fillDlq = async (database: Database, queue: string, count: number): Promise<void> => {
  await database.write(async (sql) => {
    const [row] = await sql.rows<{ id: number }>('SELECT id FROM queues WHERE name = ?', [queue]);
    const queueId = row?.id ?? 0;
    const firstId = queueId * idsOfQueue;
    for (let from = 0; from < count; from += rowsAtOnce)
      await sql.change(insertDead, [firstId + from, queueId, queueId, Math.min(rowsAtOnce, count - from)]);
    await sql.change(
      `INSERT INTO counters (queue_id, slot, live, in_progress, waiting, dead, completed) VALUES (?, 0, 0, 0, 0, ?, 0)
       ON DUPLICATE KEY UPDATE dead = dead + VALUES(dead)`,
      [queueId, count],
    );
    await sql.change(
      `INSERT INTO error_groups (error_group, queue_id, message, dead, threads, first_seen_at, last_seen_at, sample_task_id)
       VALUES (UNHEX(LPAD(HEX(?), 16, '0')), ?, 'Refused', ?, 0, NOW(3), NOW(3), ?)`,
      [queueId, queueId, count, firstId],
    );
  });
};
