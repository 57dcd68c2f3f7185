import { held, task, thread, within } from './audit-words.js';

/** What must hold of each live task; a page is of ids. */
export const taskChecks: readonly string[] = [
  // R2
  `SELECT CONCAT('Without a thread, in nobody''s hands, and not offered: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t LEFT JOIN ${held} l ON l.task_id = t.id
   WHERE ${within('t.id')} AND t.thread_key IS NULL AND t.ready_at IS NULL AND l.task_id IS NULL`,
  `SELECT CONCAT('Offered before its time: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t WHERE ${within('t.id')} AND t.ready_at < t.scheduled_at`,
  `SELECT CONCAT('Another thread id than that of ', ${thread('h.thread_key')}, ' is on ', ${task('t.id')}, '.') AS sentence
   FROM tasks t JOIN threads h ON h.thread_key = t.thread_key WHERE ${within('t.id')} AND NOT t.thread_id <=> h.thread_id`,
  `SELECT CONCAT('A thread id without a thread, or the reverse, is on ', ${task('t.id')}, '.') AS sentence
   FROM tasks t WHERE ${within('t.id')} AND (t.thread_id IS NULL) <> (t.thread_key IS NULL)`,
  // R11
  `SELECT CONCAT('More attempts than allowed: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t WHERE ${within('t.id')} AND t.attempt > t.max_attempts`,
  `SELECT CONCAT('Enqueued, with no attempt left: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t LEFT JOIN ${held} l ON l.task_id = t.id
   WHERE ${within('t.id')} AND t.attempt = t.max_attempts AND l.task_id IS NULL`,
  `SELECT CONCAT('Of a queue that does not exist: ', ${task('t.id')}, '.') AS sentence FROM tasks t
   WHERE ${within('t.id')} AND NOT EXISTS (SELECT 1 FROM queues q WHERE q.id = t.queue_id)`,
  // R13
  `SELECT CONCAT('Both live and dead: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t JOIN dead_tasks d ON d.id = t.id WHERE ${within('t.id')}`,
  `SELECT CONCAT('Both live and finished: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t JOIN finished_tasks f ON f.id = t.id WHERE ${within('t.id')}`,
];

/** What must hold of each dead task; a page is of ids. */
export const deadTaskChecks: readonly string[] = [
  // R13
  `SELECT CONCAT('Both dead and finished: ', ${task('d.id')}, '.') AS sentence
   FROM dead_tasks d JOIN finished_tasks f ON f.id = d.id WHERE ${within('d.id')}`,
];
