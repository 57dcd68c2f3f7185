import { Injectable } from '@nestjs/common';
import {
  limits,
  type DeadTaskGroup,
  type DeadTaskGroupPatch,
  type DeadTaskGroupQuery,
  type DeadTaskGroupStatus,
  type Page,
} from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import {
  hexInCursor,
  idInCursor,
  msInCursor,
  pageOfRows,
  readCursor,
  writeCursor,
} from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError } from '../platform/spool-error.js';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import { recordAct } from '../store/audit-log-store.js';
import { markChanged } from '../store/change-store.js';
import { readClock } from '../store/clock.js';
import { ErrorGroupFolding } from '../store/error-group-folding.js';
import {
  readErrorGroup,
  readGroupHours,
  selectErrorGroups,
  storeGroupStatus,
  type ErrorGroupRecord,
} from '../store/error-group-list-store.js';
import { hourMs } from '../store/transitions/fold-error-groups.js';
import { visibleQueueIds } from '../store/visible-queues.js';

/** Groups of tasks that died alike. */
@Injectable()
export class ErrorGroupsService {
  constructor(
    private readonly database: Database,
    private readonly folding: ErrorGroupFolding,
  ) {}

  /** A page of groups that have dead tasks, largest first. Throws `queue_not_found`. */
  async list(query: DeadTaskGroupQuery, caller: Caller): Promise<Page<DeadTaskGroup>> {
    const scope = { list: 'dead-task-groups', ...query };
    const position = readCursor(scope, query.cursor, [idInCursor, msInCursor, hexInCursor]);
    await this.folding.catchUp();
    return await this.database.read(async (sql) => {
      const rows = await selectErrorGroups(sql, {
        queueIds: await visibleQueueIds(sql, caller, query.queue),
        after:
          position === null
            ? null
            : { count: Number(position[0]), lastSeenAtMs: Number(position[1]), group: position[2] ?? '' },
        rows: query.limit + 1,
      });
      const page = pageOfRows(
        rows,
        query.limit,
        (row) => row,
        ({ count, lastSeenAtMs, group }) => writeCursor(scope, [String(count), String(lastSeenAtMs), group]),
      );
      return { ...page, items: await answersOf(sql, page.items) };
    });
  }

  /** Says that a group is resolved, or open again. Throws `not_found`. */
  async update(group: string, { status, note }: DeadTaskGroupPatch, act: Act): Promise<DeadTaskGroup> {
    await this.folding.catchUp();
    return await this.database.write(async (sql) => {
      const known = await readErrorGroup(sql, group);
      if (known === null || !coversQueue(act.caller, known.queue)) throw groupNotFound(group);
      await storeGroupStatus(sql, group, { isResolved: status === 'resolved', note });
      await markChanged(sql, 'dead-tasks', [known.queueId]);
      const changed = (await readErrorGroup(sql, group)) ?? known;
      recordAct(sql, act, {
        target: { type: 'dead-task-group', id: group },
        queue: known.queue,
        before: standingOf(known),
        after: standingOf(changed),
      });
      const [answer] = await answersOf(sql, [changed]);
      if (answer === undefined) throw groupNotFound(group);
      return answer;
    });
  }
}

const groupNotFound = (group: string): SpoolError =>
  new SpoolError('not_found', `There is no group "${group}" of dead tasks.`);

const statusOf = (resolvedAtMs: number | null, lastSeenAtMs: number): DeadTaskGroupStatus => {
  if (resolvedAtMs === null) return 'open';
  return lastSeenAtMs > resolvedAtMs ? 'regressed' : 'resolved';
};

/** What an operator says of a group. */
const standingOf = ({ resolvedAtMs, lastSeenAtMs, note }: ErrorGroupRecord) => ({
  status: statusOf(resolvedAtMs, lastSeenAtMs),
  note,
});

const answersOf = async (sql: Sql, records: readonly ErrorGroupRecord[]): Promise<DeadTaskGroup[]> => {
  const thisHourMs = Math.floor((await readClock(sql)) / hourMs) * hourMs;
  const firstHourMs = thisHourMs - (limits.groupHours - 1) * hourMs;
  const hours = await readGroupHours(
    sql,
    records.map(({ group }) => group),
    firstHourMs,
  );
  return records.map(
    ({ queueId: _queueId, firstSeenAtMs, lastSeenAtMs, resolvedAtMs, changedAtMs, ...record }) => ({
      ...record,
      firstSeenAt: isoTime(firstSeenAtMs),
      lastSeenAt: isoTime(lastSeenAtMs),
      deathsPerHour: Array.from(
        { length: limits.groupHours },
        (_, index) => hours.get(record.group)?.get(firstHourMs + index * hourMs) ?? 0,
      ),
      status: statusOf(resolvedAtMs, lastSeenAtMs),
      statusChangedAt: isoTimeOrNull(changedAtMs),
    }),
  );
};
