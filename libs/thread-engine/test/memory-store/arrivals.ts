import type { Answer, NewTask } from '@spool/oracle/commands.js';
import type { EndedRow, Tables } from './tables.js';
import { ThreadBatch, type Backing } from './thread-batch.js';

function threadKey(tables: Tables, task: NewTask): string | null {
  if (task.threadId === null) return null;
  const isOfQueue = tables.queueNamed(task.queue).threadScope === 'queue';
  return isOfQueue ? `${task.queue}/${task.threadId}` : `/${task.threadId}`;
}

/** Enqueues a batch in one transaction. */
export function enqueue(backing: Backing, tasks: readonly NewTask[], nowMs: number): Answer[] {
  const { tables } = backing;
  const batch = new ThreadBatch(backing);
  for (const task of tasks) batch.open(threadKey(tables, task));
  const times = tasks.map((task) => {
    const queue = tables.queueNamed(task.queue);
    const backoff = { ...(task.backoff ?? queue.backoff), jitter: 0 };
    const maxAttempts = task.maxAttempts ?? queue.maxAttempts;
    const row = { queue: task.queue, threadKey: threadKey(tables, task), attempt: 0, maxAttempts, backoff };
    return batch.arrive(row, task.scheduledAtMs ?? null, nowMs);
  });
  const { arrivedIds } = batch.settle(nowMs);
  return arrivedIds.map((id, index) => ({ id: Number(id), status: 'ok', scheduledAtMs: times[index] ?? 0 }));
}

function refuseRestart(id: number, ended: EndedRow | undefined): Answer {
  if (ended?.state === 'RESTARTED' && ended.replacedBy !== null) {
    return { id, status: 'error', code: 'already_restarted', newId: Number(ended.replacedBy) };
  }
  return { id, status: 'error', code: 'task_not_found' };
}

/** Restarts dead tasks in one transaction (R9): the winner of a race is who finds the row still dead. */
export function restart(
  backing: Backing,
  request: { ids: readonly number[]; scheduledAtMs?: number },
  nowMs: number,
): Answer[] {
  const { tables, engine } = backing;
  const batch = new ThreadBatch(backing);
  const winners = [...new Set(request.ids.map(String))].filter(
    (id) => tables.ended.get(id)?.state === 'DEAD',
  );
  for (const id of winners) {
    const dead = tables.ended.get(id);
    if (dead === undefined) continue;
    batch.open(dead.task.threadKey);
    const { queue, threadKey: key, maxAttempts, backoff } = dead.task;
    const startsAtMs = engine.scheduleRestart(request.scheduledAtMs ?? null, nowMs);
    batch.arrive({ queue, threadKey: key, maxAttempts, backoff, attempt: 0 }, startsAtMs, nowMs);
  }
  const { arrivedIds } = batch.settle(nowMs);
  const answered = new Set<string>();
  winners.forEach((id, index) => {
    const dead = tables.ended.get(id);
    if (dead !== undefined) {
      tables.ended.set(id, { ...dead, state: 'RESTARTED', replacedBy: arrivedIds[index] ?? null });
    }
  });
  return request.ids.map((id): Answer => {
    const newId = arrivedIds[winners.indexOf(String(id))];
    if (newId === undefined || answered.has(String(id)))
      return refuseRestart(id, tables.ended.get(String(id)));
    answered.add(String(id));
    return { id, status: 'ok', newId: Number(newId) };
  });
}
