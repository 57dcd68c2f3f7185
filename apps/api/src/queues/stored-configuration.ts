import type { QueueConfiguration } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { troubleOf } from '../platform/database/database-error.js';
import type { Sql } from '../platform/database/sql.js';
import { TransactionOvertaken } from '../platform/database/transaction-overtaken.js';
import { SpoolError } from '../platform/spool-error.js';
import { recordAct } from '../store/audit-log-store.js';
import {
  createQueue,
  findQueue,
  hasLiveTasks,
  storeConfiguration,
  type QueueRecord,
} from '../store/queue-store.js';

/** What a queue was configured as, and what it is from now on; null where there is no queue. */
export interface Reconfiguration {
  readonly name: string;
  readonly before: QueueRecord | null;
  readonly configuration: QueueConfiguration | null;
}

/** Notes in the audit log who made, changed or deleted a queue. */
export const recordConfiguration = (
  sql: Sql,
  act: Act,
  { name, before, configuration }: Reconfiguration,
): void =>
  recordAct(sql, act, {
    target: { type: 'queue', id: name },
    queue: name,
    before: before?.configuration ?? null,
    after: configuration,
  });

/** The queue as its own transaction has left it. */
export const readAgain = async (sql: Sql, name: string): Promise<QueueRecord> => {
  const record = await findQueue(sql, name);
  if (record === null) throw new Error(`Queue "${name}" vanished in its own transaction.`);
  return record;
};

/** Creates a queue. Two first puts may race: the one that comes second starts over and finds the queue. */
export const insertQueue = async (
  sql: Sql,
  name: string,
  configuration: QueueConfiguration,
): Promise<void> => {
  try {
    await createQueue(sql, name, configuration);
  } catch (error) {
    if (troubleOf(error) === 'duplicate-key')
      throw new TransactionOvertaken('The queue was created meanwhile.');
    throw error;
  }
};

/** Throws `conflict` when live tasks would lose their threads. */
export const replaceConfiguration = async (
  sql: Sql,
  current: QueueRecord,
  configuration: QueueConfiguration,
): Promise<void> => {
  const changesScope = current.configuration.threadScope !== configuration.threadScope;
  if (changesScope && (await hasLiveTasks(sql, current.id))) {
    throw new SpoolError(
      'conflict',
      '"threadScope" can change only while the queue has no live tasks: their threads would be torn apart.',
    );
  }
  await storeConfiguration(sql, current.id, configuration);
};
