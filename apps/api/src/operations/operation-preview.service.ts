import { Injectable } from '@nestjs/common';
import {
  limits,
  type OperationPreview,
  type OperationRequest,
  type PreviewedThread,
  type PreviewPaging,
} from '@spool/contracts';
import type { Caller } from '../platform/caller.js';
import { hexInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { isoTime } from '../platform/times.js';
import { readClock } from '../store/clock.js';
import { groupBy } from '../store/group-by.js';
import { readLeases, type Lease } from '../store/lease-store.js';
import type { OperationSelection } from '../store/operation-cover-store.js';
import {
  countByQueue,
  selectFirstOfThreads,
  selectThreadsTouched,
  type SelectedOfQueue,
  type SelectedTask,
  type SelectedThread,
} from '../store/operation-preview-store.js';
import { countRanPast, readSurroundings } from '../store/thread-surroundings-store.js';
import { listQueues } from '../store/queue-store.js';
import { threadKeyOf } from '../store/thread-key.js';
import { readReach } from '../store/thread-run-store.js';
import { visibleQueueIds } from '../store/visible-queues.js';
import { selectionOf } from './operation-selection.js';

/** Says what an operation would do, and changes nothing. */
@Injectable()
export class OperationPreviewService {
  constructor(private readonly database: Database) {}

  /** What the request would do now, and a page of the threads that it would touch. */
  preview(request: OperationRequest, paging: PreviewPaging, caller: Caller): Promise<OperationPreview> {
    const { action, filter } = request;
    const scope = { list: 'operation-preview', action, ...filter };
    const position = readCursor(scope, paging.cursor, [hexInCursor]);
    return this.database.read(async (sql) => {
      const nowMs = await readClock(sql);
      const selection = await selectionOf(
        sql,
        { ...filter, to: Math.min(filter.to ?? nowMs, nowMs) },
        caller,
      );
      const counted = await countByQueue(sql, selection);
      const page = { afterKey: position?.[0] ?? null, rows: paging.limit + 1 };
      const found = await selectThreadsTouched(sql, selection, page);
      const { items, nextCursor } = pageOfRows(
        found,
        paging.limit,
        (thread) => thread,
        ({ key }) => writeCursor(scope, [key]),
      );
      const queueIds = await queueIdsOf(sql, caller);
      const { threads, lookedBackTo } = await threadAnswers(sql, { selection, queueIds, nowMs }, items);
      const totals = totalsOf(counted);
      return {
        action,
        takenAt: isoTime(nowMs),
        ...totals,
        lookedBackTo,
        threads: { items: threads, nextCursor },
      };
    });
  }
}

const queueIdsOf = async (sql: Sql, caller: Caller): Promise<readonly number[]> =>
  (await visibleQueueIds(sql, caller, undefined)) ?? (await listQueues(sql)).map(({ id }) => id);

const sumOf = (counted: readonly SelectedOfQueue[], count: (of: SelectedOfQueue) => number): number =>
  counted.reduce((sum, one) => sum + count(one), 0);

const totalsOf = (counted: readonly SelectedOfQueue[]) => {
  const total = sumOf(counted, ({ count }) => count);
  const taken = sumOf(counted, (one) => one.taken);
  return {
    total,
    eligible: total - taken,
    notEligible: taken === 0 ? [] : [{ code: 'in_another_operation' as const, count: taken }],
    queues: counted
      .map(({ queue, isPaused, ...one }) => ({ queue, count: one.count - one.taken, paused: isPaused }))
      .filter(({ count }) => count > 0),
    withoutThread: sumOf(counted, ({ withoutThread }) => withoutThread),
  };
};

interface Surroundings {
  readonly selection: OperationSelection;
  /** The queues that the caller may read. */
  readonly queueIds: readonly number[];
  readonly nowMs: number;
}

/** Where the tasks of a page of threads would come back to. */
const threadAnswers = async (
  sql: Sql,
  { selection, queueIds, nowMs }: Surroundings,
  threads: readonly SelectedThread[],
): Promise<{ readonly threads: PreviewedThread[]; readonly lookedBackTo: string | null }> => {
  const keys = threads.map(({ key }) => key);
  const tasks = groupBy(await selectFirstOfThreads(sql, selection, keys), ({ threadKey }) => threadKey);
  const firsts = [...tasks.values()].flatMap(([first]) => first ?? []);
  const around = await readSurroundings(sql, firsts, nowMs);
  const leases = await readLeases(sql, keys);
  const firstDeathMs = Math.min(nowMs, ...firsts.map(({ diedAtMs }) => diedAtMs));
  const reachMs = await readReach(sql, { queueIds, beforeMs: nowMs, completions: limits.historyCompletions });
  const fromMs = Math.max(firstDeathMs, reachMs ?? 0);
  const ranPast = await countRanPast(sql, firsts, { queueIds, fromMs });
  const answers = threads.map(({ key, threadId, queueName, count }) => ({
    threadId,
    queue: threadKeyOf(0, threadId) === key ? null : queueName,
    count,
    tasks: (tasks.get(key) ?? []).map(taskAnswer),
    inProgress: runningIn(leases.get(key), queueIds),
    ...(around.get(key) ?? { ahead: 0, behind: 0 }),
    ranPast: ranPast.get(key) ?? 0,
  }));
  return { threads: answers, lookedBackTo: fromMs > firstDeathMs ? isoTime(fromMs) : null };
};

/** Who runs, unless the caller may not read it. */
const runningIn = (lease: Lease | undefined, queueIds: readonly number[]): string | null =>
  lease !== undefined && queueIds.includes(lease.queueId) ? lease.taskId : null;

const taskAnswer = ({ id, queue, scheduledAtMs, diedAtMs }: SelectedTask) => ({
  id,
  queue,
  scheduledAt: isoTime(scheduledAtMs),
  diedAt: isoTime(diedAtMs),
});
