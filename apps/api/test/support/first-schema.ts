import { queueConfiguration } from '@spool/contracts';
import type { DataSource } from 'typeorm';
import { leaseSlotOf, threadKeyOf } from '../../src/store/thread-key.js';

/** The lease that a worker holds in these rows. */
export const heldLease = { id: '2', leaseToken: '41', threadId: 'held up' };
/** The dead task in these rows. */
export const deadId = '5';

const heldKey = threadKeyOf(0, heldLease.threadId);
const retriedKey = threadKeyOf(0, 'retried');
const time = `'2026-11-01 08:00:00.123'`;
const carried = (thread: string | null, attempt: number): string =>
  `1, ${thread === null ? 'NULL' : `X'${threadKeyOf(0, thread)}'`}, ${thread === null ? 'NULL' : `'${thread}'`}, 'mail', ` +
  `${attempt}, 5, NULL, ${time}, ${time}, '{"n":1}', 7, NULL, NULL, NULL`;
const carriedColumns =
  'queue_id, thread_key, thread_id, type, attempt, max_attempts, backoff, scheduled_at, enqueued_at, payload, ' +
  'payload_bytes, traceparent, restarted_from, dead_letter';

/** A free task; one in progress with another behind it; one that failed once; a dead one; a completed, a restarted one. */
const statements = [
  `INSERT INTO queues (id, name, configuration, created_at, updated_at)
   VALUES (1, 'orders', '${JSON.stringify(queueConfiguration.parse({}))}', ${time}, ${time})`,
  `INSERT INTO tasks (id, ready_at, ${carriedColumns}) VALUES (1, ${time}, ${carried(null, 0)}),
   (2, NULL, ${carried(heldLease.threadId, 1)}), (3, NULL, ${carried(heldLease.threadId, 0)}),
   (4, ${time}, ${carried('retried', 1)}), (8, ${time}, ${carried(null, 0)})`,
  `INSERT INTO threads (thread_key, thread_id, scope_queue_id, front_task_id, size, created_at)
   VALUES (X'${heldKey}', '${heldLease.threadId}', 0, 2, 2, ${time}), (X'${retriedKey}', 'retried', 0, 4, 1, ${time})`,
  `INSERT INTO leases (slot, token, task_id, queue_id, worker_id, started_at, expires_at)
   VALUES (X'${leaseSlotOf(heldLease.id, heldKey)}', ${heldLease.leaseToken}, 2, 1, 'worker-1', ${time}, NOW(3) + INTERVAL 1 DAY)`,
  `INSERT INTO dead_tasks (id, ${carriedColumns}, died_at, error_type, error_message, error_group, settled_token)
   VALUES (${deadId}, ${carried(heldLease.threadId, 5)}, NOW(3), 'HTTP_503', 'The receiver answered 503', X'0102030405060708', 40)`,
  `INSERT INTO finished_tasks (id, ${carriedColumns}, state, finished_at, result, worker_id, started_at, settled_token,
     successor_id, error_type, error_message)
   VALUES (6, ${carried('retried', 1)}, 1, NOW(3), '"done"', 'worker-1', ${time}, 38, NULL, NULL, NULL),
   (7, ${carried(null, 5)}, 2, NOW(3), NULL, NULL, NULL, 39, 8, 'HTTP_503', 'The receiver answered 503')`,
  `INSERT INTO failed_attempts (task_id, attempt, token, lapsed, worker_id, started_at, ended_at, error_message)
   VALUES (4, 1, 37, 1, 'worker-2', ${time}, ${time}, 'The lease lapsed.'),
   (${deadId}, 5, 40, 0, 'worker-2', ${time}, ${time}, 'The receiver answered 503')`,
  `INSERT INTO dedup_keys (queue_id, dedup_key, task_id, expires_at) VALUES (1, 'once', 1, NOW(3) + INTERVAL 1 DAY)`,
  `INSERT INTO transaction_marks (mark, made_at) VALUES (X'000102030405060708090A0B0C0D0E0F', NOW(3))`,
  `INSERT INTO counters (queue_id, slot, live, in_progress, waiting, dead, completed) VALUES (1, 0, 5, 1, 1, 1, 1)`,
  `INSERT INTO workers (worker_id, queue_id, last_call_at) VALUES ('worker-1', 1, NOW(3))`,
];

/** Fills a database of the first migration alone with rows of each kind. */
export const fillFirstSchema = async (dataSource: DataSource): Promise<void> => {
  for (const statement of statements) await dataSource.query(statement);
};

const tablesOfFirstSchema = statements.map((statement) => /INSERT INTO (\w+)/.exec(statement)?.[1] ?? '');
/** Given anew by a scheduled job, on purpose. */
const isGivenAnew = (column: string): boolean => column === 'error_group';

/** Which columns the tables of the first schema have; call it while nothing else was migrated. */
export const readFirstColumns = async (dataSource: DataSource): Promise<ReadonlyMap<string, string[]>> => {
  const columns = new Map<string, string[]>();
  for (const table of tablesOfFirstSchema) {
    const rows: { Field: string }[] = await dataSource.query(`SHOW COLUMNS FROM ${table}`);
    columns.set(
      table,
      rows.map(({ Field }) => Field).filter((column) => !isGivenAnew(column)),
    );
  }
  return columns;
};

/** Every row, as far as the first schema knew it. */
export const readRows = async (
  dataSource: DataSource,
  columns: ReadonlyMap<string, string[]>,
): Promise<Record<string, unknown>> => {
  const rows: Record<string, unknown> = {};
  for (const [table, names] of columns)
    rows[table] = await dataSource.query(`SELECT ${names.join(', ')} FROM ${table} ORDER BY 1, 2`);
  return rows;
};
