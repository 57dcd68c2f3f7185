import type { TaskPhase, TaskState } from '@spool/contracts';

/** What a task is doing, in the word that the screens use. */
export type Situation =
  | 'ready'
  | 'scheduled'
  | 'backoff'
  | 'waiting'
  | 'paused'
  | 'running'
  | 'done'
  | 'dead'
  | 'restarted'
  | 'forwarded';

const afterQueue: Record<Exclude<TaskState, 'ENQUEUED'>, Situation> = {
  IN_PROGRESS: 'running',
  COMPLETED: 'done',
  DEAD: 'dead',
  RESTARTED: 'restarted',
  FORWARDED: 'forwarded',
};

/** Names a task's situation from its state and, while it is ENQUEUED, its phase. */
export const situationOf = (task: {
  readonly state: TaskState;
  readonly phase: TaskPhase | null;
}): Situation => (task.state === 'ENQUEUED' ? (task.phase ?? 'ready') : afterQueue[task.state]);
