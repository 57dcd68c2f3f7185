import { task, within } from './audit-words.js';

/** What must hold of each lease; a page is of slots. */
export const leaseChecks: readonly string[] = [
  // Every lease holds a live task, in the slot of its thread or its own.
  `SELECT CONCAT('The lease with token ', l.token, ' holds ', ${task('l.task_id')}, ', which is not live.') AS sentence
   FROM leases l WHERE ${within('l.slot')} AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = l.task_id)`,
  `SELECT CONCAT('The lease of ', ${task('t.id')}, ' is in slot ', HEX(l.slot), ', which is not that of its thread or its own.')
     AS sentence
   FROM leases l JOIN tasks t ON t.id = l.task_id
   WHERE ${within('l.slot')}
   AND HEX(l.slot) <> CASE WHEN t.thread_key IS NULL THEN LPAD(HEX(t.id), 32, '0') ELSE HEX(t.thread_key) END`,
  `SELECT CONCAT('The lease of ', ${task('t.id')}, ' names queue ', l.queue_id, ', but the task is in queue ', t.queue_id, '.')
     AS sentence
   FROM leases l JOIN tasks t ON t.id = l.task_id WHERE ${within('l.slot')} AND l.queue_id <> t.queue_id`,
  // R11
  `SELECT CONCAT('In progress without an attempt: ', ${task('t.id')}, '.') AS sentence
   FROM leases l JOIN tasks t ON t.id = l.task_id WHERE ${within('l.slot')} AND t.attempt = 0`,
  // R1, R2: nobody is offered while somebody runs.
  `SELECT CONCAT('In progress, yet offered for dequeue: ', ${task('t.id')}, '.') AS sentence
   FROM leases l JOIN tasks t ON t.id = l.task_id WHERE ${within('l.slot')} AND t.ready_at IS NOT NULL`,
  `SELECT CONCAT('Offered for dequeue behind ', ${task('h.id')}, ', which is in progress: ', ${task('t.id')}, '.') AS sentence
   FROM leases l JOIN tasks h ON h.id = l.task_id JOIN tasks t ON t.thread_key = h.thread_key AND t.id <> h.id
   WHERE ${within('l.slot')} AND t.ready_at IS NOT NULL`,
];

/** What must hold of all leases together: there are as many as there is work in progress. */
export const leaseSumChecks: readonly string[] = [
  `SELECT CONCAT('There are ', COUNT(*), ' leases for ', ${task('l.task_id')}, '.') AS sentence
   FROM leases l GROUP BY l.task_id HAVING COUNT(*) > 1`,
  // R1
  `SELECT CONCAT('There are ', COUNT(*), ' members of thread ', HEX(t.thread_key), ' in progress.') AS sentence
   FROM leases l JOIN tasks t ON t.id = l.task_id WHERE t.thread_key IS NOT NULL GROUP BY t.thread_key HAVING COUNT(*) > 1`,
];
