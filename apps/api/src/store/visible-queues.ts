import { coversEveryQueue, coversQueue, type Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { queueNotFound } from '../platform/spool-error.js';
import { findQueue, listQueues, threadScopeOf, type QueueRecord } from './queue-store.js';
import { threadKeyOf } from './thread-key.js';

/** The queues that a list looks at: the named one, else all that the caller sees; null for every one. Throws `queue_not_found`. */
export const visibleQueueIds = async (
  sql: Sql,
  caller: Caller,
  queueName: string | undefined,
): Promise<readonly number[] | null> => {
  if (queueName !== undefined) {
    const queue = coversQueue(caller, queueName) ? await findQueue(sql, queueName) : null;
    if (queue === null) throw queueNotFound(queueName);
    return [queue.id];
  }
  if (coversEveryQueue(caller)) return null;
  return (await listQueues(sql)).filter(({ name }) => coversQueue(caller, name)).map(({ id }) => id);
};

const keepsOwnThreads = ({ configuration }: QueueRecord): boolean => configuration.threadScope === 'queue';

/** The keys under which tasks of a thread id are stored: the installation's, and those of queues with ids of their own. */
export const threadKeysOf = async (sql: Sql, threadId: string): Promise<string[]> => {
  const scopes = [0, ...(await listQueues(sql)).filter(keepsOwnThreads).map(({ id }) => id)];
  return scopes.map((scope) => threadKeyOf(scope, threadId));
};

/** The scope of thread ids that a request means: a named queue's own, where it keeps such, else the installation's. */
export const threadScopeNamed = async (
  sql: Sql,
  caller: Caller,
  queueName: string | undefined,
): Promise<number> => {
  if (queueName === undefined) return 0;
  const queue = coversQueue(caller, queueName) ? await findQueue(sql, queueName) : null;
  if (queue === null) throw queueNotFound(queueName);
  return threadScopeOf(queue);
};
