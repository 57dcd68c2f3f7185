import { Injectable } from '@nestjs/common';
import { limits, type Operation, type OperationRequest } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { recordAct } from '../store/audit-log-store.js';
import { readClock } from '../store/clock.js';
import { OperationBell } from '../store/operation-bell.js';
import { coverSelected, noteCoveredQueues } from '../store/operation-cover-store.js';
import { markOperationChanged } from '../store/operation-list-store.js';
import { insertOperation, readOperation, storeOperation } from '../store/operation-store.js';
import { pacedFrom } from '../store/transitions/carry-on.js';
import { operationAnswers, operationNotFound } from './operation-answer.js';
import { selectionOf } from './operation-selection.js';

/** Begins operations. */
@Injectable()
export class OperationCreationService {
  constructor(
    private readonly database: Database,
    private readonly bell: OperationBell,
  ) {}

  /**
   * Begins an operation over what is dead now and waits in no other operation. Its tasks are fixed by the time this
   * returns; it goes on without its caller, on any replica.
   */
  async create(request: OperationRequest, act: Act): Promise<Operation> {
    const operation = await this.database.write((sql) => createIn(sql, request, act));
    this.bell.ring();
    return operation;
  }
}

const createIn = async (
  sql: Sql,
  { dryRun: _dryRun, ...request }: OperationRequest,
  act: Act,
): Promise<Operation> => {
  const selection = await selectionOf(sql, request.filter, act.caller);
  const createdAtMs = await readClock(sql);
  const { action, filter, reason = null, ratePerSecond = null, canary = null } = request;
  const id = await insertOperation(sql, {
    action,
    filter,
    reason,
    ratePerSecond,
    canary,
    createdBy: act.caller.name,
    pacedUntilUs: pacedFrom(ratePerSecond, createdAtMs),
    createdAtMs,
  });
  const total = await coverSelected(sql, id, { selection, most: limits.operationTasks });
  await noteCoveredQueues(sql, id, selection.queueIds);
  const begun = await readOperation(sql, id);
  if (begun === null) throw operationNotFound(id);
  const operation = { ...begun, total };
  storeOperation(sql, operation);
  await markOperationChanged(sql, id);
  const [answer] = await operationAnswers(sql, [operation]);
  if (answer === undefined) throw operationNotFound(id);
  recordAct(sql, act, {
    target: { type: 'operation', id },
    queue: filter.queue ?? null,
    reason,
    after: { action, filter: auditedFilter(answer), total, ratePerSecond, canary },
  });
  return answer;
};

/** The filter as the log shows it: of chosen tasks the first hundred. */
const auditedFilter = ({ filter }: Operation): Operation['filter'] =>
  filter.ids === undefined ? filter : { ...filter, ids: filter.ids.slice(0, limits.auditIds) };
