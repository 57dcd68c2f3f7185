import { Injectable } from '@nestjs/common';
import type { DeadTask, DeadTaskQuery, Page } from '@spool/contracts';
import { deadTaskOf } from '../answers/task-answer.js';
import type { Caller } from '../platform/caller.js';
import { idInCursor, msInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import { selectDeadTasks } from '../store/dead-task-list-store.js';
import { threadKeysOf, visibleQueueIds } from '../store/visible-queues.js';

/** Looks at the DLQ. */
@Injectable()
export class DeadTaskReadingService {
  constructor(private readonly database: Database) {}

  /** A page of dead tasks, newest death first. Where a search takes long, a page holds what was found so far and goes on from there. */
  list(query: DeadTaskQuery, caller: Caller): Promise<Page<DeadTask>> {
    const scope = { list: 'dead-tasks', ...query };
    const position = readCursor(scope, query.cursor, [msInCursor, idInCursor]);
    return this.database.read(async (sql) => {
      const { queue, threadId, limit, cursor: _cursor, ...rest } = query;
      const { rows, lookedUpTo } = await selectDeadTasks(sql, {
        ...rest,
        queueIds: await visibleQueueIds(sql, caller, queue),
        threadKeys: threadId === undefined ? null : await threadKeysOf(sql, threadId),
        before: position === null ? null : { diedAtMs: Number(position[0]), id: position[1] ?? '0' },
        rows: limit + 1,
      });
      const cursorAfter = (diedAtMs: number | null, id: string): string =>
        writeCursor(scope, [String(diedAtMs), id]);
      const page = pageOfRows(rows, limit, deadTaskOf, ({ endedAtMs, id }) => cursorAfter(endedAtMs, id));
      return lookedUpTo === null
        ? page
        : { ...page, nextCursor: cursorAfter(lookedUpTo.diedAtMs, lookedUpTo.id) };
    });
  }
}
