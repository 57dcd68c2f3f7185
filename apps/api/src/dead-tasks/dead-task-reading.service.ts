import { Injectable } from '@nestjs/common';
import type { DeadTask, DeadTaskGroup, DeadTaskGroupQuery, DeadTaskQuery, Page } from '@spool/contracts';
import { deadTaskOf } from '../answers/task-answer.js';
import type { Caller } from '../platform/caller.js';
import {
  hexInCursor,
  idInCursor,
  msInCursor,
  pageOfRows,
  readCursor,
  writeCursor,
} from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import { isoTime } from '../platform/times.js';
import { selectDeadGroups, selectDeadTasks, type DeadGroupRecord } from '../store/dead-task-list-store.js';
import { threadKeysOf, visibleQueueIds } from '../store/visible-queues.js';

const nameInCursor = /^[A-Za-z0-9._-]{1,100}$/;

/** Looks at the DLQ. */
@Injectable()
export class DeadTaskReadingService {
  constructor(private readonly database: Database) {}

  /** A page of dead tasks, newest death first. */
  list(query: DeadTaskQuery, caller: Caller): Promise<Page<DeadTask>> {
    const scope = { list: 'dead-tasks', ...query };
    const position = readCursor(scope, query.cursor, [msInCursor, idInCursor]);
    return this.database.read(async (sql) => {
      const { queue, threadId, limit, cursor: _cursor, ...rest } = query;
      const rows = await selectDeadTasks(sql, {
        ...rest,
        queueIds: await visibleQueueIds(sql, caller, queue),
        threadKeys: threadId === undefined ? null : await threadKeysOf(sql, threadId),
        before: position === null ? null : { diedAtMs: Number(position[0]), id: position[1] ?? '0' },
        rows: limit + 1,
      });
      return pageOfRows(rows, limit, deadTaskOf, ({ endedAtMs, id }) =>
        writeCursor(scope, [String(endedAtMs), id]),
      );
    });
  }

  /** A page of groups of tasks that died alike, largest first. */
  listGroups(query: DeadTaskGroupQuery, caller: Caller): Promise<Page<DeadTaskGroup>> {
    const scope = { list: 'dead-task-groups', ...query };
    const position = readCursor(scope, query.cursor, [idInCursor, nameInCursor, hexInCursor]);
    return this.database.read(async (sql) => {
      const rows = await selectDeadGroups(sql, {
        queueIds: await visibleQueueIds(sql, caller, query.queue),
        below:
          position === null
            ? null
            : { count: Number(position[0]), queue: position[1] ?? '', group: position[2] ?? '' },
        rows: query.limit + 1,
      });
      return pageOfRows(rows, query.limit, groupAnswer, ({ count, queue, group }) =>
        writeCursor(scope, [String(count), queue, group]),
      );
    });
  }
}

const groupAnswer = ({ firstSeenAtMs, lastSeenAtMs, ...record }: DeadGroupRecord): DeadTaskGroup => ({
  ...record,
  firstSeenAt: isoTime(firstSeenAtMs),
  lastSeenAt: isoTime(lastSeenAtMs),
});
