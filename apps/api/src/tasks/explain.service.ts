import { Injectable } from '@nestjs/common';
import type { Cause, Explanation } from '@spool/contracts';
import { nextStepOf } from '../answers/next-step.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { isoTime } from '../platform/times.js';
import type { TaskRecord } from '../store/task-view-store.js';
import { readThread } from '../store/thread-view-store.js';
import { hasWorkers } from '../store/worker-store.js';
import { WorkersSeen } from '../store/workers-seen.js';
import { findVisibleTask } from './task-reading.service.js';

/** Says why a task is not running. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly database: Database,
    private readonly workers: WorkersSeen,
  ) {}

  /** The causes from the nearest to the root, and what runs next. Throws `task_not_found`. */
  async explain(id: string, caller: Caller): Promise<Explanation> {
    await this.workers.flush();
    return await this.database.read(async (sql) => {
      const task = await findVisibleTask(sql, id, caller);
      const { state, phase } = task;
      if (state !== 'ENQUEUED') return { state, phase, causes: [], next: { code: 'none' } };
      const line = task.threadKey === null ? null : await readThread(sql, task.threadKey);
      const front = line?.inProgress ?? line?.head ?? task;
      const causes = [...behind(task, front), ...(await ownCauses(sql, front))];
      const next = nextStepOf(line?.head ?? task, line?.inProgress ?? null, caller);
      return { state, phase, causes: causes.map((cause) => hide(cause, front, caller)), next };
    });
  }
}

/** Why a task that stands behind its thread's front does not run: its queue may be held as well. */
const behind = (task: TaskRecord, front: TaskRecord): Cause[] => {
  if (front.id === task.id) return [];
  const held: Cause[] = task.phase === 'paused' ? [{ code: 'queue_paused', queue: task.queue }] : [];
  return [...held, { code: 'behind_in_thread', taskId: front.id, queue: front.queue }];
};

/** Why the front itself does not run, or that it does. */
const ownCauses = async (sql: Sql, front: TaskRecord): Promise<Cause[]> => {
  if (front.lease !== null) {
    const { workerId, expiresAtMs } = front.lease;
    return [{ code: 'in_progress', taskId: front.id, workerId, until: isoTime(expiresAtMs) }];
  }
  const taskId = front.id;
  const until = isoTime(front.readyAtMs ?? front.scheduledAtMs);
  const causes: Cause[] = [];
  if (front.phase === 'paused') causes.push({ code: 'queue_paused', taskId, queue: front.queue });
  if (front.phase === 'backoff') causes.push({ code: 'backoff', taskId, until });
  if (front.phase === 'scheduled') causes.push({ code: 'not_due', taskId, until });
  if (!(await hasWorkers(sql, front.queueId))) causes.push({ code: 'no_worker_seen', queue: front.queue });
  return causes;
};

/** A cause in a queue that the caller may not read says that it is there, and no more. */
const hide = (cause: Cause, front: TaskRecord, caller: Caller): Cause => {
  const isAboutFront = cause.taskId === front.id || cause.queue === front.queue;
  return isAboutFront && !coversQueue(caller, front.queue) ? { code: cause.code, hidden: true } : cause;
};
