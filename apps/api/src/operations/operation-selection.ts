import { limits, type OperationFilter } from '@spool/contracts';
import type { Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { validationFailed } from '../platform/spool-error.js';
import { countSelected, type OperationSelection } from '../store/operation-cover-store.js';
import { threadKeysOf, visibleQueueIds } from '../store/visible-queues.js';

/**
 * The dead tasks that a filter names, as far as the caller sees their queues. Throws `queue_not_found`, and
 * `validation_failed` where they are more than one operation may have.
 */
export const selectionOf = async (
  sql: Sql,
  { queue, threadId, ...rest }: OperationFilter,
  caller: Caller,
): Promise<OperationSelection> => {
  const selection = {
    ...rest,
    queueIds: await visibleQueueIds(sql, caller, queue),
    threadKeys: threadId === undefined ? null : await threadKeysOf(sql, threadId),
  };
  const most = limits.operationTasks;
  if ((await countSelected(sql, selection, most + 1)) > most) {
    const message = `This names more than ${most.toLocaleString('en')} dead tasks: narrow it by queue, group or time.`;
    throw validationFailed([{ path: '/filter', message }]);
  }
  return selection;
};
