import type { Operation, OperationFilter, OperationFilterOut } from '@spool/contracts';
import { waitingOf } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError } from '../platform/spool-error.js';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import { readOperationCounts } from '../store/operation-count-store.js';
import { readCoveredQueues } from '../store/operation-list-store.js';
import type { OperationRecord } from '../store/operation-store.js';
import { standingOf } from '../store/transitions/carry-on.js';

const filterOut = ({ from, to, ...names }: OperationFilter): OperationFilterOut => ({
  ...names,
  ...(from === undefined ? {} : { from: isoTime(from) }),
  ...(to === undefined ? {} : { to: isoTime(to) }),
});

/** Operations as the API shows them: with their queues, and what became of the restarted tasks so far. */
export const operationAnswers = async (
  sql: Sql,
  operations: readonly OperationRecord[],
): Promise<Operation[]> => {
  const ids = operations.map(({ id }) => id);
  const counts = await readOperationCounts(sql, ids);
  const queues = await readCoveredQueues(sql, ids);
  return operations.flatMap((operation) => {
    const counted = counts.get(operation.id);
    if (counted === undefined) return [];
    const standing = standingOf(operation, counted);
    return [answerOf(operation, standing, queues.get(operation.id) ?? [])];
  });
};

const answerOf = (
  operation: OperationRecord,
  standing: ReturnType<typeof standingOf>,
  queues: readonly string[],
): Operation => {
  const { id, action, state, total, done, failed, undone, undo, ratePerSecond, canary, reason, createdBy } =
    operation;
  return {
    id,
    action,
    filter: filterOut(operation.filter),
    queues: [...queues],
    state,
    total,
    done,
    failed,
    undone,
    verified: { ...standing.ended, waiting: waitingOf(standing) },
    undo,
    ratePerSecond,
    canary,
    reason,
    createdAt: isoTime(operation.createdAtMs),
    createdBy,
    finishedAt: isoTimeOrNull(operation.finishedAtMs),
    verifiedAt: isoTimeOrNull(operation.verifiedAtMs),
  };
};

/** There is no such operation, or it covers queues that the caller does not. */
export const operationNotFound = (id: string): SpoolError =>
  new SpoolError('operation_not_found', `There is no operation ${id}.`);

/** An operation as the API shows it. Throws `operation_not_found` where it covers a queue that the caller does not. */
export const visibleAnswer = async (
  sql: Sql,
  operation: OperationRecord,
  caller: Caller,
): Promise<Operation> => {
  const [answer] = await operationAnswers(sql, [operation]);
  if (answer === undefined || !answer.queues.every((name) => coversQueue(caller, name)))
    throw operationNotFound(operation.id);
  return answer;
};
