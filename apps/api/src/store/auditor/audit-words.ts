/**
 * What the statements of the auditor are made of. Each answers contradictions as sentences, in a column of that name.
 */

/** The rows of a page: behind one key, up to another. The auditor fills in both, as often as a statement says it. */
export const within = (column: string): string => `${column} > ? AND ${column} <= ?`;

/** Names a thread in a sentence, by its key. */
export const thread = (column: string): string => `'thread ', HEX(${column})`;

/** Names a task in a sentence, by its id. */
export const task = (column: string): string => `'task ', ${column}`;

/** The ids of leased tasks, each once: a derived table, which servers give an index where they join it. */
export const held = '(SELECT DISTINCT task_id FROM leases)';

/** The page's members of threads that a worker holds, wherever their lease was put. */
export const holders = `(
  SELECT t.thread_key, t.id FROM ${held} l JOIN tasks t ON t.id = l.task_id WHERE ${within('t.thread_key')})`;
