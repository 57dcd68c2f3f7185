import { Injectable } from '@nestjs/common';
import type { Page, TaskDetail, TaskQuery, TaskSummary } from '@spool/contracts';
import { summaryOf, taskOf } from '../answers/task-answer.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import { idInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { taskNotFound } from '../platform/spool-error.js';
import { readFailedAttempts } from '../store/failed-attempt-store.js';
import { searchTasks } from '../store/task-search.js';
import { readTask, readWholeTask, type TaskRecord } from '../store/task-view-store.js';
import { threadKeysOf, visibleQueueIds } from '../store/visible-queues.js';
import { historyOf } from './history.js';

/** Looks at tasks, wherever they are. */
@Injectable()
export class TaskReadingService {
  constructor(private readonly database: Database) {}

  /** A task with its payload and history. Throws `task_not_found`. */
  get(id: string, caller: Caller): Promise<TaskDetail> {
    return this.database.read(async (sql) => {
      const { task, texts } = await findWholeTask(sql, id, caller);
      return { ...taskOf(task, texts), history: historyOf(task, await readFailedAttempts(sql, id)) };
    });
  }

  /** A page of tasks, newest first. Where a search takes long, a page holds what was found so far and goes on from there. */
  list(query: TaskQuery, caller: Caller): Promise<Page<TaskSummary>> {
    const scope = { list: 'tasks', ...query };
    const belowId = readCursor(scope, query.cursor, [idInCursor])?.[0] ?? null;
    return this.database.read(async (sql) => {
      const { queue, threadId, limit, cursor: _cursor, ...rest } = query;
      const { rows, lookedDownTo } = await searchTasks(sql, {
        ...rest,
        queueIds: await visibleQueueIds(sql, caller, queue),
        threadKeys: threadId === undefined ? null : await threadKeysOf(sql, threadId),
        belowId,
        rows: limit + 1,
      });
      const page = pageOfRows(rows, limit, summaryOf, ({ id }) => writeCursor(scope, [id]));
      return lookedDownTo === null ? page : { ...page, nextCursor: writeCursor(scope, [lookedDownTo]) };
    });
  }
}

/** A task that the caller may see. Throws `task_not_found`. */
export const findVisibleTask = async (sql: Sql, id: string, caller: Caller): Promise<TaskRecord> => {
  const task = await readTask(sql, id);
  if (task === null || !coversQueue(caller, task.queue)) throw taskNotFound(id);
  return task;
};

/** A task that the caller may see, with its texts. Throws `task_not_found`. */
export const findWholeTask = async (sql: Sql, id: string, caller: Caller) => {
  const whole = await readWholeTask(sql, id);
  if (whole === null || !coversQueue(caller, whole.task.queue)) throw taskNotFound(id);
  return whole;
};
