import {
  decideOperation,
  freshPace,
  paceAfter,
  type OperationStanding,
  type OperationStep,
  type Pace,
} from '@spool/thread-engine';
import type { Sql } from '../../platform/database/sql.js';
import { readClock } from '../clock.js';
import type { SummedCounts } from '../operation-count-store.js';
import { readOperationCounts } from '../operation-count-store.js';
import { markOperationChanged } from '../operation-list-store.js';
import { lockOperationUnlessBusy, storeOperation, type OperationRecord } from '../operation-store.js';
import { readPending, readRestartedBelow, type PendingTask } from '../operation-task-store.js';
import type { TaskChanges } from '../task-transactions.js';
import { deleteCovered, noteFailed, restartCovered, type WorkDone } from './operation-work.js';
import { undoRestarts } from './undo-restarts.js';

/** Whether more may be done for an operation at once. */
export type Progress = 'went-on' | 'rests';

const largestPlace = 4_294_967_295;
const rests: TaskChanges<Progress> = { result: 'rests', tallies: [], wakeups: [] };

const paceOf = ({ ratePerSecond, pacedUntilUs }: OperationRecord): Pace | null =>
  ratePerSecond === null ? null : { perSecond: ratePerSecond, usedUntilUs: pacedUntilUs };

/** An operation as its decisions see it. */
export const standingOf = (operation: OperationRecord, counts: SummedCounts): OperationStanding => ({
  ...operation,
  isVerified: operation.verifiedAtMs !== null,
  ended: {
    passed: counts.passed,
    failedAgain: counts.failedAgainAlike + counts.failedAgainAnew,
    deleted: counts.removed,
  },
  pace: paceOf(operation),
});

/** The time up to which a rate's allowance is used when the work begins now; 0 without a rate. */
export const pacedFrom = (ratePerSecond: number | null, nowMs: number): number =>
  ratePerSecond === null ? 0 : freshPace(ratePerSecond, nowMs * 1_000).usedUntilUs;

/** Those of these operations, as read without a lock, for which there is a step to take now. */
export const withStepsToTake = async (
  sql: Sql,
  operations: readonly OperationRecord[],
): Promise<OperationRecord[]> => {
  if (operations.length === 0) return [];
  const counts = await readOperationCounts(
    sql,
    operations.map(({ id }) => id),
  );
  const nowUs = (await readClock(sql)) * 1_000;
  return operations.filter((operation) => {
    const counted = counts.get(operation.id);
    if (counted === undefined) return false;
    return decideOperation(standingOf(operation, counted), { nowUs, most: 1 }).kind !== 'rest';
  });
};

/** An operation as it is about to be carried on: locked, at a time. */
interface Moment {
  readonly sql: Sql;
  readonly operation: OperationRecord;
  readonly nowMs: number;
}

/**
 * Takes an operation's next step, of at most so many tasks, in this transaction; what it did and how the operation
 * stands after it are one. It rests when another transaction holds it, or it is gone.
 */
export const carryOn = async (
  sql: Sql,
  operationId: string,
  most: number,
): Promise<TaskChanges<Progress>> => {
  const operation = await lockOperationUnlessBusy(sql, operationId);
  if (operation === null) return rests;
  const counts = (await readOperationCounts(sql, [operationId])).get(operationId);
  if (counts === undefined) return rests;
  const nowMs = await readClock(sql);
  const step = decideOperation(standingOf(operation, counts), { nowUs: nowMs * 1_000, most });
  const taken = await take({ sql, operation, nowMs }, step);
  if (taken.result === 'went-on') await markOperationChanged(sql, operationId);
  return taken;
};

const take = async (moment: Moment, step: OperationStep): Promise<TaskChanges<Progress>> => {
  switch (step.kind) {
    case 'rest':
      return rests;
    case 'work':
      return await work(moment, step.most);
    case 'undo':
      return await undo(moment, step.most);
    case 'await-canary':
      return await stand(moment, { state: 'canary' });
    case 'pass-canary':
      return await stand(moment, { state: 'running', isPastCanary: true });
    case 'fail-canary':
      return await stand(moment, { state: 'paused', isPastCanary: true });
    case 'finish': {
      const verifiedAtMs = moment.operation.action === 'delete' ? moment.nowMs : null;
      return await stand(moment, { state: step.state, finishedAtMs: moment.nowMs, verifiedAtMs });
    }
    case 'verify':
      return await stand(moment, { verifiedAtMs: moment.nowMs });
  }
};

const stand = async (
  { sql, operation }: Moment,
  change: Partial<OperationRecord>,
): Promise<TaskChanges<Progress>> => {
  storeOperation(sql, { ...operation, ...change });
  return { result: 'went-on', tallies: [], wakeups: [] };
};

const workOn = ({ sql, operation }: Moment, pending: readonly PendingTask[]): Promise<WorkDone> => {
  switch (operation.action) {
    case 'restart':
      return restartCovered(sql, operation, pending);
    case 'delete':
      return deleteCovered(sql, operation, pending);
  }
};

const work = async (moment: Moment, most: number): Promise<TaskChanges<Progress>> => {
  const { sql, operation, nowMs } = moment;
  const pending = await readPending(sql, operation.id, most);
  const { tallies, wakeups, ...did } = await workOn(moment, pending);
  const pace = paceOf(operation);
  storeOperation(sql, {
    ...operation,
    done: operation.done + did.done,
    failed: operation.failed + did.failed,
    lastRestartAtMs: did.lastRestartAtMs,
    pacedUntilUs: pace === null ? 0 : paceAfter(pace, nowMs * 1_000, did.done + did.failed).usedUntilUs,
  });
  return { result: 'went-on', tallies, wakeups };
};

const undo = async (moment: Moment, most: number): Promise<TaskChanges<Progress>> => {
  const { sql, operation } = moment;
  const below = operation.undoPlace ?? largestPlace;
  const restarted = await readRestartedBelow(sql, operation.id, { below, limit: most });
  const last = restarted.at(-1);
  if (last === undefined) return await stand(moment, { undo: 'completed' });
  const { result: undone, tallies, wakeups } = await undoRestarts(sql, restarted);
  storeOperation(sql, {
    ...operation,
    undoPlace: last.place,
    done: operation.done - undone,
    undone: operation.undone + undone,
  });
  return { result: 'went-on', tallies, wakeups };
};

/** Passes over the one task that an operation's next step is about, which no attempt could do: the others go on. */
export const passOver = async (sql: Sql, operationId: string): Promise<TaskChanges<Progress>> => {
  const operation = await lockOperationUnlessBusy(sql, operationId);
  if (operation === null) return rests;
  if (operation.undo === 'running') {
    const below = operation.undoPlace ?? largestPlace;
    const [next] = await readRestartedBelow(sql, operationId, { below, limit: 1 });
    if (next === undefined) return rests;
    return await stand({ sql, operation, nowMs: 0 }, { undoPlace: next.place });
  }
  const [next] = operation.state === 'running' ? await readPending(sql, operationId, 1) : [];
  if (next === undefined) return rests;
  const tallies = await noteFailed(sql, operationId, [{ ...next, code: 'internal_error', newId: null }]);
  storeOperation(sql, { ...operation, failed: operation.failed + 1 });
  return { result: 'went-on', tallies: [tallies], wakeups: [] };
};
