import { Injectable } from '@nestjs/common';
import { limits, type MemberByThreadQuery, type ThreadHistory, type ThreadRun } from '@spool/contracts';
import { coversQueue, type Caller } from '../platform/caller.js';
import { idInCursor, msInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import { listQueues, threadScopeOf, type QueueRecord } from '../store/queue-store.js';
import { threadKeyOf } from '../store/thread-key.js';
import {
  latestRun,
  readReach,
  readRunning,
  selectThreadRuns,
  type RunPosition,
  type ThreadRunRecord,
} from '../store/thread-run-store.js';
import { threadScopeNamed } from '../store/visible-queues.js';

/** Tells who ran when in a thread. */
@Injectable()
export class ThreadHistoryService {
  constructor(private readonly database: Database) {}

  /**
   * A page of the runs in queues that the caller covers, newest first, as long as their tasks are kept. It does not
   * ask whether the thread exists now: who ran is known when its last member has left. Throws `queue_not_found`.
   */
  list(query: MemberByThreadQuery, caller: Caller): Promise<ThreadHistory> {
    const scope = { list: 'thread-history', ...query };
    const position = readCursor(scope, query.cursor, [msInCursor, idInCursor, idInCursor]);
    return this.database.read(async (sql) => {
      const threadScope = await threadScopeNamed(sql, caller, query.queue);
      const threadKey = threadKeyOf(threadScope, query.threadId);
      const queues = await queuesOfScope(sql, threadScope, caller);
      const queueIds = [...queues.keys()];
      // Before the ended runs: a run that ends in between is then seen twice, and never missed.
      const running = position === null ? await readRunning(sql, threadKey, queueIds) : null;
      const before = position === null ? latestRun : positionIn(position);
      const completions = limits.historyCompletions;
      const lookedBackToMs = await readReach(sql, { queueIds, beforeMs: before.endedAtMs, completions });
      const fromMs = lookedBackToMs ?? 0;
      const runs = await selectThreadRuns(sql, {
        threadKey,
        queueIds,
        before,
        fromMs,
        rows: query.limit + 1,
      });
      const page = pageOfRows(
        running === null || isAmong(running, runs) ? runs : [running, ...runs],
        query.limit,
        (run) => runAnswer(run, queues),
        (run) => writeCursor(scope, cursorAt(run.endedAtMs === null ? latestRun : positionOf(run))),
      );
      return { ...page, ...whereItGoesOn(page, lookedBackToMs, (at) => writeCursor(scope, cursorAt(at))) };
    });
  }
}

const positionIn = ([endedAtMs, taskId = '0', attempt]: readonly string[]): RunPosition => ({
  endedAtMs: Number(endedAtMs),
  taskId,
  attempt: Number(attempt),
});

const positionOf = ({ endedAtMs, taskId, attempt }: ThreadRunRecord): RunPosition => ({
  endedAtMs: endedAtMs ?? latestRun.endedAtMs,
  taskId,
  attempt,
});

const cursorAt = ({ endedAtMs, taskId, attempt }: RunPosition): string[] => [
  String(endedAtMs),
  taskId,
  String(attempt),
];

/** A page that is not full may still not be the last: it looked no further back than this. */
const whereItGoesOn = (
  page: { readonly items: readonly ThreadRun[]; readonly nextCursor: string | null },
  lookedBackToMs: number | null,
  write: (position: RunPosition) => string,
): Pick<ThreadHistory, 'nextCursor' | 'lookedBackTo'> => {
  if (page.nextCursor !== null)
    return { nextCursor: page.nextCursor, lookedBackTo: page.items.at(-1)?.endedAt ?? null };
  if (lookedBackToMs === null) return { nextCursor: null, lookedBackTo: null };
  const position: RunPosition = { endedAtMs: lookedBackToMs, taskId: '0', attempt: 0 };
  return { nextCursor: write(position), lookedBackTo: isoTime(lookedBackToMs) };
};

/** The queues in which a thread of this scope can have tasks, as far as the caller covers them. */
const queuesOfScope = async (
  sql: Sql,
  scope: number,
  caller: Caller,
): Promise<ReadonlyMap<number, QueueRecord>> => {
  const queues = (await listQueues(sql)).filter(
    (queue) => threadScopeOf(queue) === scope && coversQueue(caller, queue.name),
  );
  return new Map(queues.map((queue) => [queue.id, queue]));
};

const isAmong = (running: ThreadRunRecord, runs: readonly ThreadRunRecord[]): boolean =>
  runs.some(({ taskId, attempt }) => taskId === running.taskId && attempt === running.attempt);

const runAnswer = (run: ThreadRunRecord, queues: ReadonlyMap<number, QueueRecord>): ThreadRun => ({
  taskId: run.taskId,
  queue: queues.get(run.queueId)?.name ?? '',
  attempt: run.attempt,
  workerId: run.workerId,
  startedAt: isoTime(run.startedAtMs),
  endedAt: isoTimeOrNull(run.endedAtMs),
  outcome: run.outcome,
  ...(run.error === null ? {} : { error: run.error }),
});
