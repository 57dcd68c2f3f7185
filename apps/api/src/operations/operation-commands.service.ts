import { Injectable } from '@nestjs/common';
import type { Operation } from '@spool/contracts';
import { decideCommand, hasEnded, type OperationCommand } from '@spool/thread-engine';
import type { Act } from '../platform/act.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError } from '../platform/spool-error.js';
import { recordAct } from '../store/audit-log-store.js';
import { readClock } from '../store/clock.js';
import { OperationBell } from '../store/operation-bell.js';
import { readOperationCounts } from '../store/operation-count-store.js';
import { markOperationChanged } from '../store/operation-list-store.js';
import { lockOperation, storeOperation, type OperationRecord } from '../store/operation-store.js';
import { pacedFrom, standingOf } from '../store/transitions/carry-on.js';
import { operationNotFound, visibleAnswer } from './operation-answer.js';

/** What operators may ask of an operation. */
@Injectable()
export class OperationCommandsService {
  constructor(
    private readonly database: Database,
    private readonly bell: OperationBell,
  ) {}

  /**
   * Pauses, resumes, cancels or undoes an operation; it holds on every replica from the answer on, for each step is taken
   * under the lock that this takes. Throws `operation_not_found`, or `conflict` where it cannot be.
   */
  async command(id: string, command: OperationCommand, act: Act): Promise<Operation> {
    const operation = await this.database.write((sql) => commandIn(sql, { id, command, act }));
    this.bell.ring();
    return operation;
  }
}

const refusals = {
  'has-ended': (state: string) =>
    `The operation has ended (${state}): it cannot be paused, resumed or cancelled.`,
  'cannot-return': () => 'What an operation deleted cannot come back: cancel the operation to keep the rest.',
} as const;

const commandIn = async (
  sql: Sql,
  given: { readonly id: string; readonly command: OperationCommand; readonly act: Act },
): Promise<Operation> => {
  const { id, command, act } = given;
  const operation = await lockOperation(sql, id);
  if (operation === null) throw operationNotFound(id);
  await visibleAnswer(sql, operation, act.caller);
  const counts = (await readOperationCounts(sql, [id])).get(id);
  if (counts === undefined) throw operationNotFound(id);
  const verdict = decideCommand(standingOf(operation, counts), command);
  if ('refusal' in verdict) throw new SpoolError('conflict', refusals[verdict.refusal](operation.state));
  const changed = changedBy({ ...operation, ...verdict }, operation, {
    command,
    nowMs: await readClock(sql),
  });
  storeOperation(sql, changed);
  await markOperationChanged(sql, id);
  recordAct(sql, act, {
    target: { type: 'operation', id },
    queue: operation.filter.queue ?? null,
    before: { state: operation.state, undo: operation.undo },
    after: { state: changed.state, undo: changed.undo },
  });
  return await visibleAnswer(sql, changed, act.caller);
};

const changedBy = (
  operation: OperationRecord,
  before: OperationRecord,
  { command, nowMs }: { readonly command: OperationCommand; readonly nowMs: number },
): OperationRecord => {
  const endsNow = hasEnded(operation) && !hasEnded(before);
  const isDeletion = operation.action === 'delete';
  return {
    ...operation,
    finishedAtMs: endsNow ? nowMs : operation.finishedAtMs,
    verifiedAtMs: endsNow && isDeletion ? nowMs : operation.verifiedAtMs,
    pacedUntilUs: command === 'resume' ? pacedFrom(operation.ratePerSecond, nowMs) : operation.pacedUntilUs,
    undoPlace: command === 'undo' && before.undo !== 'running' ? null : operation.undoPlace,
  };
};
