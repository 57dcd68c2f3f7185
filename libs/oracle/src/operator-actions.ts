import { carryOut, carryOutAll } from './change.js';
import type { Answer } from './commands.js';
import { queueNamed, visibleTask, type Installation } from './installation.js';

/** R8: deletes tasks from any state; a lease ends with its task, and the thread advances at once. */
export function deleteTasks(installation: Installation, ids: readonly number[], nowMs: number): Answer[] {
  const items = ids.map((id) => ({ id }));
  return carryOutAll(installation, items, nowMs, ({ id }) => {
    const task = visibleTask(installation, id);
    if (task === undefined) return { id, status: 'error', code: 'task_not_found' };
    task.state = 'DELETED';
    task.lease = null;
    return { id, status: 'ok' };
  });
}

/** Gives an ENQUEUED task another time (R3). */
export function reschedule(
  installation: Installation,
  request: { id: number; scheduledAtMs: number },
  nowMs: number,
): Answer[] {
  const { id, scheduledAtMs } = request;
  const task = visibleTask(installation, id);
  if (task === undefined) return [{ id, status: 'error', code: 'task_not_found' }];
  if (task.state !== 'ENQUEUED') return [{ id, status: 'error', code: 'task_not_enqueued' }];
  carryOut(installation, nowMs, () => {
    task.scheduledAtMs = scheduledAtMs;
  });
  return [{ id, status: 'ok', scheduledAtMs }];
}

/** R14: a paused queue hands out nothing until it is resumed. */
export function setPaused(installation: Installation, queueName: string, paused: boolean): Answer[] {
  queueNamed(installation, queueName).paused = paused;
  return [];
}
