import { Injectable } from '@nestjs/common';
import type {
  Operation,
  OperationDetail,
  OperationQuery,
  OperationTask,
  OperationTaskQuery,
  Page,
} from '@spool/contracts';
import type { Caller } from '../platform/caller.js';
import { idInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { failureCodes, readOperationCounts, readRepeatedFailures } from '../store/operation-count-store.js';
import { selectOperations, selectOperationTasks } from '../store/operation-list-store.js';
import { readOperation } from '../store/operation-store.js';
import { visibleQueueIds } from '../store/visible-queues.js';
import { operationAnswers, operationNotFound, visibleAnswer } from './operation-answer.js';

const groupsShown = 50;

/** Looks at operations. */
@Injectable()
export class OperationReadingService {
  constructor(private readonly database: Database) {}

  /** A page of the operations whose every queue the caller covers, newest first. */
  list(query: OperationQuery, caller: Caller): Promise<Page<Operation>> {
    const scope = { list: 'operations', ...query };
    const position = readCursor(scope, query.cursor, [idInCursor]);
    return this.database.read(async (sql) => {
      if (query.queue !== undefined) await visibleQueueIds(sql, caller, query.queue);
      const rows = await selectOperations(sql, {
        ...query,
        queuePatterns: caller.queuePatterns,
        belowId: position?.[0] ?? null,
        rows: query.limit + 1,
      });
      const answers = await operationAnswers(sql, rows);
      return pageOfRows(
        answers,
        query.limit,
        (answer) => answer,
        ({ id }) => writeCursor(scope, [id]),
      );
    });
  }

  /** An operation and what went wrong. Throws `operation_not_found`. */
  get(id: string, caller: Caller): Promise<OperationDetail> {
    return this.database.read(async (sql) => {
      const answer = await findVisible(sql, id, caller);
      const counts = (await readOperationCounts(sql, [id])).get(id);
      const failures = failureCodes.map((code) => ({ code, count: counts?.[code] ?? 0 }));
      return {
        ...answer,
        failures: failures.filter(({ count }) => count > 0),
        failedAgain: await readRepeatedFailures(sql, id, groupsShown),
      };
    });
  }

  /** A page of an operation's tasks, in their turn. Throws `operation_not_found`. */
  listTasks(id: string, query: OperationTaskQuery, caller: Caller): Promise<Page<OperationTask>> {
    const scope = { list: 'operation-tasks', id, ...query };
    const position = readCursor(scope, query.cursor, [idInCursor]);
    return this.database.read(async (sql) => {
      await findVisible(sql, id, caller);
      const rows = await selectOperationTasks(sql, {
        operationId: id,
        outcome: query.outcome ?? null,
        afterPlace: Number(position?.[0] ?? 0),
        rows: query.limit + 1,
      });
      return pageOfRows(
        rows,
        query.limit,
        (task) => task,
        ({ place }) => writeCursor(scope, [String(place)]),
      );
    });
  }
}

const findVisible = async (sql: Sql, id: string, caller: Caller): Promise<Operation> => {
  const operation = await readOperation(sql, id);
  if (operation === null) throw operationNotFound(id);
  return await visibleAnswer(sql, operation, caller);
};
