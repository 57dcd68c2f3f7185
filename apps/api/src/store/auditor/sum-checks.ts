import { held } from './audit-words.js';
import { leaseSumChecks } from './lease-checks.js';
import { operationSumChecks } from './operation-checks.js';

const counted = {
  live: 'SELECT t.queue_id FROM tasks t',
  in_progress: `SELECT t.queue_id FROM ${held} l JOIN tasks t ON t.id = l.task_id`,
  waiting: `SELECT t.queue_id FROM tasks t LEFT JOIN ${held} l ON l.task_id = t.id WHERE t.ready_at IS NULL AND l.task_id IS NULL`,
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
const groupCheck = `
   SELECT CONCAT('Group ', HEX(k.error_group), ' has ', COALESCE(d.dead, 0), ' dead tasks in ', COALESCE(d.threads, 0),
     ' threads, but counts ', COALESCE(g.dead, 0), ' in ', COALESCE(g.threads, 0), '.') AS sentence
   FROM (SELECT error_group FROM error_groups UNION SELECT error_group FROM dead_tasks WHERE error_group IS NOT NULL) k
   LEFT JOIN error_groups g ON g.error_group = k.error_group
   LEFT JOIN (SELECT error_group, COUNT(*) AS dead, COUNT(DISTINCT thread_key) AS threads FROM dead_tasks GROUP BY error_group) d
     ON d.error_group = k.error_group
   LEFT JOIN (SELECT error_group, SUM(SIGN(step) * times) AS dead FROM error_group_changes GROUP BY error_group) j
     ON j.error_group = k.error_group
   WHERE COALESCE(g.dead, 0) + COALESCE(j.dead, 0) <> COALESCE(d.dead, 0)
     OR (j.dead IS NULL AND COALESCE(g.threads, 0) <> COALESCE(d.threads, 0))`;

/** What must hold of whole tables: each statement reads along an index and keeps a line a queue, a group or a lease. */
export const sumChecks: readonly string[] = [
  ...leaseSumChecks,
  ...counterChecks,
  groupCheck,
  ...operationSumChecks,
];
