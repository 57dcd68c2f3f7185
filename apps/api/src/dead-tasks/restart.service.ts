import { Injectable } from '@nestjs/common';
import { limits, type ItemRefusal, type RestartRequest, type RestartResult } from '@spool/contracts';
import { compareMembers } from '@spool/thread-engine';
import type { Act } from '../platform/act.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { Redaction } from '../platform/redaction/redaction.js';
import { taskNotFound } from '../platform/spool-error.js';
import { isoTime } from '../platform/times.js';
import { recordActOnTasks } from '../store/audit-log-store.js';
import { readDeadPayloads, type DeadTaskRecord } from '../store/dead-task-store.js';
import { readFinished, type FinishedStanding } from '../store/finished-task-store.js';
import { readQueues } from '../store/queue-store.js';
import { TaskTransactions, type TaskChanges } from '../store/task-transactions.js';
import { lockForRestart, restartDead, type LockedDead } from '../store/transitions/restart-dead.js';

/** Restarts dead tasks. */
@Injectable()
export class RestartService {
  constructor(
    private readonly transactions: TaskTransactions,
    private readonly redaction: Redaction,
  ) {}

  /**
   * Restarts dead tasks, each at most once however many requests race (R9); those of one thread in their old order.
   * One result an id: a second restart is told the new id of the first.
   */
  restart(request: RestartRequest, act: Act): Promise<(RestartResult | ItemRefusal)[]> {
    return this.transactions.run({ kind: 'restart' }, (sql) =>
      restartIn(sql, { request, act, redaction: this.redaction }),
    );
  }
}

interface Restarting {
  readonly request: RestartRequest;
  readonly act: Act;
  readonly redaction: Redaction;
}

const restartIn = async (
  sql: Sql,
  { request, act, redaction }: Restarting,
): Promise<TaskChanges<(RestartResult | ItemRefusal)[]>> => {
  const { caller } = act;
  const locked = await lockForRestart(sql, request.ids);
  const survivors = visibleSurvivors(locked, caller).toSorted(compareMembers);
  const newIds = new Map<string, string>();
  const changes: TaskChanges<unknown>[] = [];
  if (survivors.length > 0) {
    const admitted = await restartDead(sql, survivors, locked.queues, {
      requestedAtMs: request.scheduledAt ?? null,
      payload: await payloadOf(sql, request, redaction),
    });
    for (const [index, { id }] of survivors.entries()) newIds.set(id, admitted.ids[index] ?? '');
    changes.push({ result: undefined, tallies: [admitted.tallies], wakeups: admitted.wakeups });
    recordActOnTasks(sql, act, {
      ids: [...newIds.keys()],
      queues: survivors.map(({ queueId }) => locked.queues.get(queueId)?.name ?? ''),
      after: restartFacts(request, newIds),
    });
  }
  const refused = new Refusals(await readRestarted(sql, request.ids, caller));
  const restartedNow = new Map(newIds);
  const result = request.ids.map((id): RestartResult | ItemRefusal => {
    const newId = newIds.get(id);
    // The first mention of an id counts; a second one finds it restarted.
    if (newId !== undefined && restartedNow.delete(id)) return { id, status: 'ok', newId };
    return newId === undefined ? refused.of(id) : refused.restartedBefore(id, newId);
  });
  return {
    result,
    tallies: changes.flatMap(({ tallies }) => tallies),
    wakeups: changes.flatMap(({ wakeups }) => wakeups),
  };
};

/** The payload that was sent, if one was, with the hidden values of the dead task where marks stand for them. */
const payloadOf = async (sql: Sql, request: RestartRequest, redaction: Redaction): Promise<string | null> => {
  if (!('payload' in request)) return null;
  const [id = ''] = request.ids;
  return await redaction.restore(
    request.payload,
    async () => (await readDeadPayloads(sql, [id])).get(id) ?? 'null',
  );
};

const restartFacts = (
  request: RestartRequest,
  newIds: ReadonlyMap<string, string>,
): Record<string, unknown> => ({
  newIds: [...newIds.values()].slice(0, limits.auditIds),
  ...(request.scheduledAt === undefined ? {} : { scheduledAt: isoTime(request.scheduledAt) }),
  ...('payload' in request ? { payloadReplaced: true } : {}),
});

const visibleSurvivors = ({ dead, queues }: LockedDead, caller: Caller): DeadTaskRecord[] =>
  [...dead.values()].filter(({ queueId }) => {
    const queue = queues.get(queueId);
    return queue !== undefined && coversQueue(caller, queue.name);
  });

const readRestarted = async (
  sql: Sql,
  ids: readonly string[],
  caller: Caller,
): Promise<Map<string, FinishedStanding>> => {
  const finished = await readFinished(sql, ids);
  const queues = await readQueues(
    sql,
    [...finished.values()].map(({ queueId }) => queueId),
  );
  for (const [id, { queueId }] of finished) {
    const queue = queues.get(queueId);
    if (queue === undefined || !coversQueue(caller, queue.name)) finished.delete(id);
  }
  return finished;
};

/** The answers to ids that are not dead, or are no more. */
class Refusals {
  constructor(private readonly finished: ReadonlyMap<string, FinishedStanding>) {}

  of(id: string): ItemRefusal {
    const standing = this.finished.get(id);
    if (standing?.state === 'RESTARTED' && standing.successorId !== null) {
      return this.restartedBefore(id, standing.successorId);
    }
    return {
      id,
      status: 'error',
      code: 'task_not_found',
      detail: `${taskNotFound(id).message.slice(0, -1)} in the DLQ.`,
    };
  }

  restartedBefore(id: string, newId: string): ItemRefusal {
    return { id, status: 'error', code: 'already_restarted', detail: `It was restarted as ${newId}.`, newId };
  }
}
