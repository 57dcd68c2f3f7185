import { Injectable } from '@nestjs/common';
import type {
  MemberByThreadQuery,
  Page,
  Thread,
  ThreadMember,
  ThreadQuery,
  ThreadSummary,
} from '@spool/contracts';
import { nextStepOf } from '../answers/next-step.js';
import { summaryOf } from '../answers/task-answer.js';
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
import { isoTime } from '../platform/times.js';
import { readClock } from '../store/clock.js';
import { readQueues, type QueueRecord } from '../store/queue-store.js';
import { selectThreadMembers } from '../store/task-list-store.js';
import type { TaskRecord } from '../store/task-view-store.js';
import { readOwnBackoff } from '../store/task-store.js';
import { threadKeyOf } from '../store/thread-key.js';
import {
  countDeadOfThread,
  hasMemberIn,
  readThread,
  selectThreads,
  type ThreadView,
} from '../store/thread-view-store.js';
import { threadScopeNamed, visibleQueueIds } from '../store/visible-queues.js';
import { forecastFailure } from './failure-forecast.js';

const threadNotFound = (threadId: string): SpoolError =>
  new SpoolError('thread_not_found', `Thread "${threadId}" has no member, so it does not exist.`);

/** Looks at threads and their lines. */
@Injectable()
export class ThreadsService {
  constructor(private readonly database: Database) {}

  /** A page of the threads that have a member in a queue that the caller sees. */
  list(query: ThreadQuery, caller: Caller): Promise<Page<ThreadSummary>> {
    const scope = { list: 'threads', ...query };
    const position = readCursor(scope, query.cursor, [msInCursor, hexInCursor]);
    return this.database.read(async (sql) => {
      const threads = await selectThreads(sql, {
        sort: query.sort,
        threadId: query.threadId ?? null,
        prefix: query.prefix ?? null,
        queueIds: await visibleQueueIds(sql, caller, query.queue),
        after: position === null ? null : { sortValue: Number(position[0]), key: position[1] ?? '' },
        rows: query.limit + 1,
      });
      const owners = await ownersOf(sql, threads);
      return pageOfRows(
        threads,
        query.limit,
        (thread) => summaryOfThread(thread, owners, caller),
        ({ size, createdAtMs, key }) =>
          writeCursor(scope, [String(query.sort === 'size' ? size : createdAtMs), key]),
      );
    });
  }

  /** A thread of which the caller may read a member: who runs, who is next and when. Throws `thread_not_found`, `queue_not_found`. */
  get(threadId: string, queueName: string | undefined, caller: Caller): Promise<Thread> {
    return this.database.read(async (sql) => {
      const key = threadKeyOf(await threadScopeNamed(sql, caller, queueName), threadId);
      const queueIds = await visibleQueueIds(sql, caller, undefined);
      const thread = await readThread(sql, key);
      if (thread === null || !(await hasMemberIn(sql, key, queueIds))) throw threadNotFound(threadId);
      return {
        ...summaryOfThread(thread, await ownersOf(sql, [thread]), caller),
        next: nextStepOf(thread.head, thread.inProgress, caller),
        ...(await forecastOf(sql, thread.inProgress, caller)),
        deadCount: await countDeadOfThread(sql, key, queueIds),
      };
    });
  }

  /** A page of a thread's line, in running order: the member IN_PROGRESS stands where its time puts it. */
  listMembers(query: MemberByThreadQuery, caller: Caller): Promise<Page<ThreadMember>> {
    const scope = { list: 'thread-members', ...query };
    const position = readCursor(scope, query.cursor, [msInCursor, idInCursor]);
    return this.database.read(async (sql) => {
      const key = threadKeyOf(await threadScopeNamed(sql, caller, query.queue), query.threadId);
      const members = await selectThreadMembers(sql, {
        threadKey: key,
        afterMs: Number(position?.[0] ?? 0),
        afterId: position?.[1] ?? '0',
        rows: query.limit + 1,
      });
      const isMissing = members.length === 0 && position === null;
      const queueIds = await visibleQueueIds(sql, caller, undefined);
      if (isMissing || !(await hasMemberIn(sql, key, queueIds))) throw threadNotFound(query.threadId);
      return pageOfRows(
        members,
        query.limit,
        (member) => memberAnswer(member, caller),
        ({ scheduledAtMs, id }) => writeCursor(scope, [String(scheduledAtMs), id]),
      );
    });
  }
}

/** What becomes of the member IN_PROGRESS if it fails now, unless the caller may not read it. */
const forecastOf = async (
  sql: Sql,
  running: TaskRecord | null,
  caller: Caller,
): Promise<Pick<Thread, 'ifItFails'>> => {
  if (running === null || !coversQueue(caller, running.queue)) return {};
  const queue = (await readQueues(sql, [running.queueId])).get(running.queueId);
  if (queue === undefined) return {};
  const verdict = forecastFailure(running, {
    backoff: (await readOwnBackoff(sql, running.id)) ?? queue.configuration.backoff,
    nowMs: await readClock(sql),
  });
  return { ifItFails: verdict };
};

const ownersOf = (sql: Sql, threads: readonly ThreadView[]): Promise<Map<number, QueueRecord>> =>
  readQueues(
    sql,
    threads.map(({ scopeQueueId }) => scopeQueueId).filter((id) => id !== 0),
  );

const memberAnswer = (member: TaskRecord, caller: Caller): ThreadMember =>
  coversQueue(caller, member.queue) ? summaryOf(member) : { hidden: true };

const summaryOfThread = (
  thread: ThreadView,
  owners: ReadonlyMap<number, QueueRecord>,
  caller: Caller,
): ThreadSummary => ({
  threadId: thread.threadId,
  queue: owners.get(thread.scopeQueueId)?.name ?? null,
  size: thread.size,
  since: isoTime(thread.createdAtMs),
  inProgress: thread.inProgress === null ? null : memberAnswer(thread.inProgress, caller),
  head: thread.head === null ? null : memberAnswer(thread.head, caller),
});
