import { operationAuditChecks } from './operation-audit-checks.js';

/**
 * What must hold of the rows at every instant, rule by rule, written from the semantics alone: each statement
 * answers the violations as sentences, in a column of that name.
 */
const members = 'tasks t WHERE t.thread_key IS NOT NULL';
/** Members that a worker holds, wherever their lease was put. */
const holders = `SELECT t.thread_key, t.id FROM tasks t JOIN leases l ON l.task_id = t.id WHERE t.thread_key IS NOT NULL`;
/** Each thread's members, the first in line as place 1. */
const lines = `
  SELECT t.id, t.thread_key, t.ready_at,
    ROW_NUMBER() OVER (PARTITION BY t.thread_key ORDER BY t.scheduled_at, t.id) AS place
  FROM ${members}`;
/** The one member that a thread's row must name: who runs, else the first in line. */
const fronts = `
  SELECT n.thread_key, COALESCE(MAX(CASE WHEN h.id IS NOT NULL THEN n.id END), MAX(CASE WHEN n.place = 1 THEN n.id END)) AS id
  FROM (${lines}) n LEFT JOIN (${holders}) h ON h.id = n.id GROUP BY n.thread_key`;
const thread = (column: string): string => `'thread ', HEX(${column})`;
const task = (column: string): string => `'task ', ${column}`;

const leaseChecks = [
  // Every lease holds a live task, in the slot of its thread or its own.
  `SELECT CONCAT('The lease with token ', l.token, ' holds ', ${task('l.task_id')}, ', which is not live.') AS sentence
   FROM leases l WHERE NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = l.task_id)`,
  `SELECT CONCAT('The lease of ', ${task('t.id')}, ' is in slot ', HEX(l.slot), ', which is not that of its thread or its own.')
     AS sentence
   FROM leases l JOIN tasks t ON t.id = l.task_id
   WHERE HEX(l.slot) <> CASE WHEN t.thread_key IS NULL THEN LPAD(HEX(t.id), 32, '0') ELSE HEX(t.thread_key) END`,
  `SELECT CONCAT('The lease of ', ${task('t.id')}, ' names queue ', l.queue_id, ', but the task is in queue ', t.queue_id, '.')
     AS sentence
   FROM leases l JOIN tasks t ON t.id = l.task_id WHERE l.queue_id <> t.queue_id`,
  `SELECT CONCAT('There are ', COUNT(*), ' leases for ', ${task('l.task_id')}, '.') AS sentence
   FROM leases l GROUP BY l.task_id HAVING COUNT(*) > 1`,
  // R1
  `SELECT CONCAT('There are ', COUNT(*), ' members of ', ${thread('h.thread_key')}, ' in progress.') AS sentence
   FROM (${holders}) h GROUP BY h.thread_key HAVING COUNT(*) > 1`,
];

const candidateChecks = [
  // R1, R2: nobody is offered while somebody runs.
  `SELECT CONCAT('In progress, yet offered for dequeue: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t WHERE t.ready_at IS NOT NULL AND EXISTS (SELECT 1 FROM leases l WHERE l.task_id = t.id)`,
  `SELECT CONCAT('Offered for dequeue behind ', ${task('h.id')}, ', which is in progress: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t JOIN (${holders}) h ON h.thread_key = t.thread_key AND h.id <> t.id WHERE t.ready_at IS NOT NULL`,
  // R2: a thread where nobody runs offers its head, and nobody else.
  `SELECT CONCAT('Nobody runs in ', ${thread('n.thread_key')}, ', but its head, ', ${task('n.id')}, ', is not offered.') AS sentence
   FROM (${lines}) n WHERE n.place = 1 AND n.ready_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM (${holders}) h WHERE h.thread_key = n.thread_key)`,
  `SELECT CONCAT('Offered for dequeue, but not the head of ', ${thread('n.thread_key')}, ': ', ${task('n.id')}, '.') AS sentence
   FROM (${lines}) n WHERE n.place > 1 AND n.ready_at IS NOT NULL`,
  `SELECT CONCAT('Without a thread, in nobody''s hands, and not offered: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t WHERE t.thread_key IS NULL AND t.ready_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.task_id = t.id)`,
  `SELECT CONCAT('Offered before its time: ', ${task('t.id')}, '.') AS sentence FROM tasks t WHERE t.ready_at < t.scheduled_at`,
];

const threadChecks = [
  // R10
  `SELECT CONCAT('Without a member: ', ${thread('h.thread_key')}, '.') AS sentence FROM threads h
   WHERE NOT EXISTS (SELECT 1 FROM tasks t WHERE t.thread_key = h.thread_key)`,
  `SELECT CONCAT('Without a row, but with members: ', ${thread('t.thread_key')}, '.') AS sentence FROM ${members}
   AND NOT EXISTS (SELECT 1 FROM threads h WHERE h.thread_key = t.thread_key) GROUP BY t.thread_key`,
  `SELECT CONCAT('The front of ', ${thread('h.thread_key')}, ' is ', ${task('f.id')}, ', but its row names ', h.front_task_id, '.')
     AS sentence
   FROM threads h JOIN (${fronts}) f ON f.thread_key = h.thread_key WHERE f.id <> h.front_task_id`,
  `SELECT CONCAT('There are ', c.count, ' members of ', ${thread('h.thread_key')}, ', but its row says ', h.size, '.') AS sentence
   FROM threads h JOIN (SELECT t.thread_key, COUNT(*) AS count FROM ${members} GROUP BY t.thread_key) c
   ON c.thread_key = h.thread_key WHERE c.count <> h.size`,
  // One id, one thread: the key is made from scope and id.
  `SELECT CONCAT('The key is not made from scope and id: ', ${thread('h.thread_key')}, '.') AS sentence FROM threads h
   WHERE SUBSTR(HEX(h.thread_key), 3) <> SUBSTR(UPPER(SHA2(CONCAT(h.scope_queue_id, CHAR(0), h.thread_id), 256)), 3, 30)
   OR ASCII(h.thread_key) < 128`,
  `SELECT CONCAT('Another thread id than that of ', ${thread('h.thread_key')}, ' is on ', ${task('t.id')}, '.') AS sentence
   FROM tasks t JOIN threads h ON h.thread_key = t.thread_key WHERE NOT t.thread_id <=> h.thread_id`,
  `SELECT CONCAT('A thread id without a thread, or the reverse, is on ', ${task('t.id')}, '.') AS sentence
   FROM tasks t WHERE (t.thread_id IS NULL) <> (t.thread_key IS NULL)`,
];

const taskChecks = [
  // R11
  `SELECT CONCAT('In progress without an attempt: ', ${task('t.id')}, '.') AS sentence
   FROM tasks t JOIN leases l ON l.task_id = t.id WHERE t.attempt = 0`,
  `SELECT CONCAT('More attempts than allowed: ', ${task('t.id')}, '.') AS sentence FROM tasks t WHERE t.attempt > t.max_attempts`,
  `SELECT CONCAT('Enqueued, with no attempt left: ', ${task('t.id')}, '.') AS sentence FROM tasks t
   WHERE t.attempt = t.max_attempts AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.task_id = t.id)`,
  `SELECT CONCAT('Of a queue that does not exist: ', ${task('t.id')}, '.') AS sentence FROM tasks t
   WHERE NOT EXISTS (SELECT 1 FROM queues q WHERE q.id = t.queue_id)`,
  // R13
  `SELECT CONCAT('Both live and dead: ', ${task('t.id')}, '.') AS sentence FROM tasks t JOIN dead_tasks d ON d.id = t.id`,
  `SELECT CONCAT('Both live and finished: ', ${task('t.id')}, '.') AS sentence FROM tasks t JOIN finished_tasks f ON f.id = t.id`,
  `SELECT CONCAT('Both dead and finished: ', ${task('d.id')}, '.') AS sentence
   FROM dead_tasks d JOIN finished_tasks f ON f.id = d.id`,
];

const counted = {
  live: 'SELECT t.queue_id FROM tasks t',
  in_progress: 'SELECT t.queue_id FROM tasks t WHERE t.id IN (SELECT l.task_id FROM leases l)',
  waiting:
    'SELECT t.queue_id FROM tasks t WHERE t.ready_at IS NULL AND t.id NOT IN (SELECT l.task_id FROM leases l)',
  dead: 'SELECT d.queue_id FROM dead_tasks d',
  completed: 'SELECT f.queue_id FROM finished_tasks f WHERE f.state = 1',
};

const counterChecks = Object.entries(counted).map(
  ([column, rows]) => `
   SELECT CONCAT('Queue ', q.name, ' has ', COALESCE(r.count, 0), ' tasks ${column.replace('_', ' ')}, but its counters say ',
     COALESCE(c.count, 0), '.') AS sentence
   FROM queues q
   LEFT JOIN (SELECT queue_id, COUNT(*) AS count FROM (${rows}) found GROUP BY queue_id) r ON r.queue_id = q.id
   LEFT JOIN (SELECT queue_id, SUM(${column}) AS count FROM counters GROUP BY queue_id) c ON c.queue_id = q.id
   WHERE COALESCE(r.count, 0) <> COALESCE(c.count, 0)`,
);

/** What the groups count, and what the journal will add to it, is what the DLQ holds. */
const groupChecks = [
  `SELECT CONCAT('Group ', HEX(k.error_group), ' has ', COALESCE(d.dead, 0), ' dead tasks in ', COALESCE(d.threads, 0),
     ' threads, but counts ', COALESCE(g.dead, 0), ' in ', COALESCE(g.threads, 0), '.') AS sentence
   FROM (SELECT error_group FROM error_groups UNION SELECT error_group FROM dead_tasks WHERE error_group IS NOT NULL) k
   LEFT JOIN error_groups g ON g.error_group = k.error_group
   LEFT JOIN (SELECT error_group, COUNT(*) AS dead, COUNT(DISTINCT thread_key) AS threads FROM dead_tasks GROUP BY error_group) d
     ON d.error_group = k.error_group
   LEFT JOIN (SELECT error_group, SUM(SIGN(step) * times) AS dead FROM error_group_changes GROUP BY error_group) j
     ON j.error_group = k.error_group
   WHERE COALESCE(g.dead, 0) + COALESCE(j.dead, 0) <> COALESCE(d.dead, 0)
     OR (j.dead IS NULL AND COALESCE(g.threads, 0) <> COALESCE(d.threads, 0))`,
];

/** Statements that answer what is wrong, as sentences. */
export const auditChecks: readonly string[] = [
  ...leaseChecks,
  ...candidateChecks,
  ...threadChecks,
  ...taskChecks,
  ...counterChecks,
  ...groupChecks,
  ...operationAuditChecks,
];
