import { within } from './audit-words.js';

const covered = (alias: string): string =>
  `'task ', ${alias}.task_id, ' of operation ', ${alias}.operation_id`;

/** Where the numbers of `operation_tasks.outcome` put a task. */
const outcome = {
  pending: 1,
  restarted: 2,
  passed: 3,
  failedAgain: 4,
  removed: 5,
  deleted: 6,
  failed: 7,
  undone: 8,
};
const restartedOnes = `${outcome.restarted}, ${outcome.passed}, ${outcome.failedAgain}, ${outcome.removed}`;

/** What must hold of each task that an operation covers, by the words of the REST guide; a page is of operations. */
export const coveredTaskChecks: readonly string[] = [
  `SELECT CONCAT('Restarted and awaited, but not live: ', ${covered('c')}, '.') AS sentence FROM operation_tasks c
   WHERE ${within('c.operation_id')} AND c.outcome = ${outcome.restarted}
   AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = c.new_id AND t.restarted_from = c.task_id)`,
  `SELECT CONCAT('Said to have ended, but its restart is live: ', ${covered('c')}, '.') AS sentence FROM operation_tasks c
   WHERE ${within('c.operation_id')} AND c.outcome IN (${outcome.passed}, ${outcome.failedAgain}, ${outcome.removed}, ${outcome.undone})
   AND EXISTS (SELECT 1 FROM tasks t WHERE t.id = c.new_id)`,
  `SELECT CONCAT('Said to have passed, but its restart is dead: ', ${covered('c')}, '.') AS sentence
   FROM operation_tasks c JOIN dead_tasks d ON d.id = c.new_id WHERE ${within('c.operation_id')} AND c.outcome = ${outcome.passed}`,
  `SELECT CONCAT('Said to have failed again, but its restart completed: ', ${covered('c')}, '.') AS sentence
   FROM operation_tasks c JOIN finished_tasks f ON f.id = c.new_id AND f.state = 1
   WHERE ${within('c.operation_id')} AND c.outcome = ${outcome.failedAgain}`,
  `SELECT CONCAT('Restarted, and dead all the same: ', ${covered('c')}, '.') AS sentence
   FROM operation_tasks c JOIN dead_tasks d ON d.id = c.task_id WHERE ${within('c.operation_id')} AND c.outcome IN (${restartedOnes})`,
  `SELECT CONCAT('Deleted, and dead all the same: ', ${covered('c')}, '.') AS sentence
   FROM operation_tasks c JOIN dead_tasks d ON d.id = c.task_id WHERE ${within('c.operation_id')} AND c.outcome = ${outcome.deleted}`,
  `SELECT CONCAT('Undone, and its restart is kept: ', ${covered('c')}, '.') AS sentence
   FROM operation_tasks c JOIN finished_tasks f ON f.id = c.task_id AND f.successor_id = c.new_id
   WHERE ${within('c.operation_id')} AND c.outcome = ${outcome.undone}`,
  `SELECT CONCAT('Of an operation that does not exist: ', ${covered('c')}, '.') AS sentence FROM operation_tasks c
   WHERE ${within('c.operation_id')} AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.id = c.operation_id)`,
];

const progress = {
  total: 'TRUE',
  done: `c.outcome IN (${restartedOnes}, ${outcome.deleted})`,
  failed: `c.outcome = ${outcome.failed}`,
  undone: `c.outcome = ${outcome.undone}`,
};
const progressChecks = Object.entries(progress).map(
  ([column, holds]) => `
   SELECT CONCAT('Operation ', o.id, ' says ${column} ', o.${column}, ', but its tasks say ', COALESCE(r.count, 0), '.') AS sentence
   FROM operations o LEFT JOIN (
     SELECT c.operation_id, COUNT(*) AS count FROM operation_tasks c
     WHERE ${within('c.operation_id')} AND ${holds} GROUP BY c.operation_id) r
   ON r.operation_id = o.id WHERE ${within('o.id')} AND o.${column} <> COALESCE(r.count, 0)`,
);

/** The kinds of `operation_counts`, by what their tasks look like. */
const kinds = {
  1: `c.outcome = ${outcome.passed}`,
  2: `c.outcome = ${outcome.failedAgain} AND c.new_group = c.error_group`,
  3: `c.outcome = ${outcome.failedAgain} AND NOT c.new_group <=> c.error_group`,
  4: `c.outcome = ${outcome.removed}`,
  10: `c.outcome = ${outcome.failed} AND c.code = 10`,
  11: `c.outcome = ${outcome.failed} AND c.code = 11`,
  12: `c.outcome = ${outcome.failed} AND c.code = 12`,
};
const countChecks = Object.entries(kinds).map(
  ([kind, holds]) => `
   SELECT CONCAT('Operation ', o.id, ' counts ', COALESCE(s.count, 0), ' of kind ${kind}, but its tasks say ',
     COALESCE(r.count, 0), '.') AS sentence
   FROM operations o
   LEFT JOIN (SELECT operation_id, SUM(count) AS count FROM operation_counts
     WHERE ${within('operation_id')} AND kind = ${kind} GROUP BY operation_id) s
     ON s.operation_id = o.id
   LEFT JOIN (SELECT c.operation_id, COUNT(*) AS count FROM operation_tasks c
     WHERE ${within('c.operation_id')} AND ${holds} GROUP BY c.operation_id) r
     ON r.operation_id = o.id
   WHERE ${within('o.id')} AND COALESCE(s.count, 0) <> COALESCE(r.count, 0)`,
);

/** What must hold of each operation; a page is of operations. */
export const operationChecks: readonly string[] = [...progressChecks, ...countChecks];

/** What must hold of all operations together. */
export const operationSumChecks: readonly string[] = [
  `SELECT CONCAT('Restarted ', COUNT(*), ' times by operations: task ', c.task_id, '.') AS sentence FROM operation_tasks c
   WHERE c.outcome IN (${restartedOnes}) GROUP BY c.task_id HAVING COUNT(*) > 1`,
];
