import { histogramBuckets } from '../../src/store/latency-histogram.js';
import { carriedFrom, carriedInto } from '../../src/store/task-columns.js';
import type { BareStore, PlainTask } from './bare-store.js';

const queuesBeside = ['invoices', 'emails', 'reports'] as const;
const membersOfThread = 20;
const tasksAtOnce = 1_000;

const buckets = Array.from({ length: histogramBuckets }, (_, bucket) => bucket);

/** Copies of the live tasks in the tables beside them, so that each has as many rows. */
const copies = [
  `INSERT INTO dead_tasks (id, ${carriedInto}, died_at, error_type, error_message, error_group, settled_token)
   SELECT t.id + 1000000, ${carriedFrom('t')}, NOW(3) - INTERVAL t.id SECOND, 'HTTP_503', 'Refused', UNHEX(LPAD(HEX(t.id % 50), 16, '0')), t.id
   FROM tasks t`,
  `INSERT INTO error_groups (error_group, queue_id, message, dead, threads, first_seen_at, last_seen_at, sample_task_id)
   SELECT UNHEX(LPAD(HEX(t.id), 16, '0')), t.queue_id, 'Refused', t.id % 100, t.id % 50, NOW(3) - INTERVAL t.id SECOND,
     NOW(3) - INTERVAL t.id SECOND, t.id + 1000000 FROM tasks t`,
  `INSERT INTO error_group_hours (error_group, hour_at, deaths)
   SELECT UNHEX(LPAD(HEX(t.id), 16, '0')), NOW() - INTERVAL 1 HOUR, 1 FROM tasks t`,
  `INSERT INTO error_group_threads (error_group, thread_key, dead)
   SELECT UNHEX(LPAD(HEX(t.id), 16, '0')), t.thread_key, 1 FROM tasks t WHERE t.thread_key IS NOT NULL`,
  `INSERT INTO error_group_changes (task_id, died_at, step, times, queue_id, message)
   SELECT t.id + 1000000, NOW(3), 1, 1, t.queue_id, 'Refused' FROM tasks t`,
  `INSERT INTO statistics (queue_id, width_s, bucket_at, enqueued, completed, failed, died, depth, in_progress, dead,
     ${['wait', 'run'].flatMap((kind) => buckets.map((bucket) => `${kind}_${bucket}`)).join(', ')})
   SELECT t.queue_id, 10, NOW() - INTERVAL 10 * t.id SECOND, 1, 1, 1, 1, 1, 1, 1, ${buckets.map(() => '1, 1').join(', ')}
   FROM tasks t`,
  `INSERT INTO finished_tasks (id, ${carriedInto}, state, finished_at, error_message)
   SELECT t.id + 2000000, ${carriedFrom('t')}, 1 + t.id % 3, NOW(3) - INTERVAL t.id SECOND, 'Refused' FROM tasks t`,
  `INSERT INTO failed_attempts (task_id, attempt, token, lapsed, worker_id, started_at, ended_at, error_message)
   SELECT t.id, 1, t.id, 0, 'worker-1', NOW(3), NOW(3), 'Refused' FROM tasks t`,
  `INSERT INTO leases (slot, task_id, queue_id, worker_id, started_at, expires_at)
   SELECT UNHEX(LPAD(HEX(t.id), 32, '0')), t.id, t.queue_id, 'worker-1', NOW(3), NOW(3) + INTERVAL t.id - 100 SECOND
   FROM tasks t`,
  `INSERT INTO dedup_keys (queue_id, dedup_key, task_id, expires_at)
   SELECT t.queue_id, t.id, t.id, NOW(3) + INTERVAL t.id - 100 SECOND FROM tasks t`,
  `INSERT INTO transaction_marks (mark, made_at) SELECT UNHEX(LPAD(HEX(t.id), 32, '0')), NOW(3) FROM tasks t`,
  `INSERT INTO operations (action, state, attention, filter, created_by, is_past_canary, total, done, failed, undone, paced_until_us,
     created_at, finished_at)
   SELECT 'restart', 'completed', t.id % 3, '{}', 'key:1', 0, 1, 1, 0, 0, 0, NOW(3), NOW(3) - INTERVAL t.id HOUR FROM tasks t`,
  `INSERT INTO operation_queues (operation_id, queue_id, name) SELECT 1 + t.id % 20, 1000 + t.id, 'orders' FROM tasks t`,
  `INSERT INTO operation_tasks (operation_id, place, task_id, queue_id, died_at, error_group, outcome, new_id)
   SELECT 1 + t.id % 20, t.id, t.id + 2000000, 1000 + t.id, NOW(3), UNHEX(LPAD(HEX(t.id % 50), 16, '0')), 1 + t.id DIV 20 % 8, t.id FROM tasks t`,
  `INSERT INTO operation_counts (operation_id, kind, error_group, slot, count, sample_id)
   SELECT t.id, 1 + t.id % 4, UNHEX(LPAD(HEX(t.id % 50), 16, '0')), 0, 1, t.id FROM tasks t`,
  `INSERT INTO audit_log (at, actor, actor_type, actor_name, action, target)
   SELECT NOW(3) - INTERVAL t.id SECOND, CONCAT('operator:', t.id % 20), 'operator', t.id % 20,
     IF(t.id % 2 = 0, 'queue.pause', 'queue.resume'), CONCAT('queue:', t.id % 50) FROM tasks t`,
  `INSERT INTO workers (worker_id, queue_id, last_call_at) SELECT t.id, t.queue_id, NOW(3) FROM tasks t`,
];
const filledTables = [
  'queues',
  'tasks',
  'threads',
  'leases',
  'dead_tasks',
  'statistics',
  'error_groups',
  'error_group_hours',
  'error_group_threads',
  'error_group_changes',
  'finished_tasks',
  'failed_attempts',
  'dedup_keys',
  'transaction_marks',
  'workers',
  'audit_log',
  'operations',
  'operation_queues',
  'operation_tasks',
  'operation_counts',
];

/** Half of the tasks have no thread, half stand in threads of twenty; some are due, some much later. */
const plainTaskOf = (number: number): PlainTask => ({
  scheduledAtMs: Date.now() + (number % 5 === 0 ? 3_600_000 + number : -number),
  ...(number % 2 === 0 ? {} : { thread: `thread-${Math.floor(number / membersOfThread)}` }),
});

/** Fills every large table with so many rows, most of them in the queue `orders`, and lets the server measure them. */
export const fillTables = async (store: BareStore, rows: number): Promise<void> => {
  for (const queue of queuesBeside) await store.addQueue(queue);
  for (let from = 0; from < rows; from += tasksAtOnce) {
    const count = Math.min(tasksAtOnce, rows - from);
    const tasks = Array.from({ length: count }, (_, index) => plainTaskOf(from + index));
    await store.enqueue(tasks, from % (10 * tasksAtOnce) === tasksAtOnce ? 'invoices' : 'orders');
  }
  for (const copy of copies) await store.byHand(copy);
  await store.database.read((sql) => sql.rows(`ANALYZE TABLE ${filledTables.join(', ')}`));
};
