import type { Installation, Task } from '@spool/oracle/installation.js';
import type { Event, Knowledge } from './events.js';

/** How far the database's clock, read in whole milliseconds, may be from the clients'. */
export const clockSlackMs = 250;
/** Stands for a time that nobody told: such a member is never in another's way. */
export const untold = Number.MAX_SAFE_INTEGER;

/** Why a step cannot have happened here, or null when it was carried out on the model. */
export type Objection = string | null;

/** The model's task with an id, gone or not. */
export const taskOf = (model: Installation, id: number): Task | undefined =>
  model.tasks.find((task) => task.id === id);

/** Whether an instant of the database's clock lies within a call. */
export const isWithin = (timeMs: number, { entry }: Event): boolean =>
  timeMs >= Math.floor(entry.askedAtMs) - clockSlackMs &&
  (entry.fate === 'unknown' || timeMs <= entry.endedAtMs + clockSlackMs);

/** When an attempt ended, as the service tells it afterwards. */
export const recordedEnd = ({ ends }: Knowledge, task: Task, how: 'failed' | 'lapsed'): number | null => {
  const attempts = ends.get(task.id)?.attempts ?? [];
  const found = attempts.find(({ attempt, outcome }) => attempt === task.attempt && outcome === how);
  return found?.endedAtMs ?? null;
};
