import type { Answer } from '@spool/oracle/commands.js';
import { withPromoted } from './leases.js';
import { ThreadBatch, type Backing } from './thread-batch.js';

/** Deletes tasks from any state in one transaction (R8). */
export function deleteTasks(backing: Backing, ids: readonly number[], nowMs: number): Answer[] {
  const { tables } = backing;
  const batch = new ThreadBatch(backing);
  const threads = new Map<number, string | null>();
  for (const id of ids) batch.open(tables.tasks.get(String(id))?.threadKey ?? null);
  const answers = ids.map((id): Answer => {
    const live = tables.tasks.get(String(id));
    const ended = tables.ended.get(String(id));
    if (live !== undefined) {
      const lease = tables.leaseOf(live);
      if (lease !== undefined) tables.leases.delete(lease.slot);
      tables.endTask(live, 'DELETED');
      batch.leave(live);
      threads.set(id, live.threadKey);
    } else if (ended !== undefined && ended.state !== 'DELETED' && ended.state !== 'DISCARDED') {
      tables.ended.set(ended.task.id, { ...ended, state: 'DELETED' });
      threads.set(id, ended.task.threadKey);
    } else {
      return { id, status: 'error', code: 'task_not_found' };
    }
    return { id, status: 'ok' };
  });
  const { promoted } = batch.settle(nowMs);
  return answers.map((answer) => withPromoted(answer, threads.get(answer.id) ?? null, promoted));
}

/** Gives an ENQUEUED task another time (R3). */
export function reschedule(
  backing: Backing,
  request: { id: number; scheduledAtMs: number },
  nowMs: number,
): Answer[] {
  const { tables } = backing;
  const { id, scheduledAtMs } = request;
  const task = tables.tasks.get(String(id));
  if (task === undefined) {
    const state = tables.ended.get(String(id))?.state ?? 'DELETED';
    const isGone = state === 'DELETED' || state === 'DISCARDED';
    return [{ id, status: 'error', code: isGone ? 'task_not_found' : 'task_not_enqueued' }];
  }
  if (tables.leaseOf(task) !== undefined) return [{ id, status: 'error', code: 'task_not_enqueued' }];
  const batch = new ThreadBatch(backing);
  batch.open(task.threadKey);
  batch.comeBack(task, task.attempt, scheduledAtMs, nowMs);
  batch.settle(nowMs);
  return [{ id, status: 'ok', scheduledAtMs }];
}

/** Pauses or resumes a queue (R14). */
export function setPaused({ tables }: Backing, queueName: string, paused: boolean): Answer[] {
  tables.queues = tables.queues.map((queue) => (queue.name === queueName ? { ...queue, paused } : queue));
  return [];
}
