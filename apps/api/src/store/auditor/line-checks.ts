import { holders, task, thread, within } from './audit-words.js';

/** The page's members, the first in line of each thread as place 1. */
const line = `(
  SELECT t.id, t.thread_key, t.ready_at,
    ROW_NUMBER() OVER (PARTITION BY t.thread_key ORDER BY t.scheduled_at, t.id) AS place
  FROM tasks t WHERE ${within('t.thread_key')})`;
/** The one member that a thread's row must name: who runs, else the first in line. */
const fronts = `(
  SELECT n.thread_key, COALESCE(MAX(CASE WHEN h.id IS NOT NULL THEN n.id END), MAX(CASE WHEN n.place = 1 THEN n.id END)) AS id
  FROM ${line} n LEFT JOIN ${holders} h ON h.id = n.id GROUP BY n.thread_key)`;
const sizes = `(
  SELECT t.thread_key, COUNT(*) AS count FROM tasks t WHERE ${within('t.thread_key')} GROUP BY t.thread_key)`;

/** What must hold of each thread's line; a page is of thread keys, with every member that each has. */
export const lineChecks: readonly string[] = [
  // R2: a thread where nobody runs offers its head, and nobody else.
  `SELECT CONCAT('Nobody runs in ', ${thread('n.thread_key')}, ', but its head, ', ${task('n.id')}, ', is not offered.') AS sentence
   FROM ${line} n LEFT JOIN ${holders} h ON h.thread_key = n.thread_key
   WHERE n.place = 1 AND n.ready_at IS NULL AND h.id IS NULL`,
  `SELECT CONCAT('Offered for dequeue, but not the head of ', ${thread('n.thread_key')}, ': ', ${task('n.id')}, '.') AS sentence
   FROM ${line} n WHERE n.place > 1 AND n.ready_at IS NOT NULL`,
  // R10
  `SELECT CONCAT('Without a row, but with members: ', ${thread('s.thread_key')}, '.') AS sentence
   FROM ${sizes} s WHERE NOT EXISTS (SELECT 1 FROM threads h WHERE h.thread_key = s.thread_key)`,
  `SELECT CONCAT('The front of ', ${thread('h.thread_key')}, ' is ', ${task('f.id')}, ', but its row names ', h.front_task_id, '.')
     AS sentence
   FROM ${fronts} f JOIN threads h ON h.thread_key = f.thread_key WHERE f.id <> h.front_task_id`,
  `SELECT CONCAT('There are ', s.count, ' members of ', ${thread('h.thread_key')}, ', but its row says ', h.size, '.') AS sentence
   FROM ${sizes} s JOIN threads h ON h.thread_key = s.thread_key WHERE s.count <> h.size`,
];

/** What must hold of each thread's row; a page is of thread keys. */
export const threadChecks: readonly string[] = [
  // R10
  `SELECT CONCAT('Without a member: ', ${thread('h.thread_key')}, '.') AS sentence FROM threads h
   WHERE ${within('h.thread_key')} AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.thread_key = h.thread_key)`,
  // One id, one thread: the key is made from scope and id.
  `SELECT CONCAT('The key is not made from scope and id: ', ${thread('h.thread_key')}, '.') AS sentence FROM threads h
   WHERE ${within('h.thread_key')}
   AND (SUBSTR(HEX(h.thread_key), 3) <> SUBSTR(UPPER(SHA2(CONCAT(h.scope_queue_id, CHAR(0), h.thread_id), 256)), 3, 30)
     OR ASCII(h.thread_key) < 128)`,
];
