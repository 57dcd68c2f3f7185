import type { DeadTask, TaskSummary } from '@spool/contracts';

/** What can be seen to happen to a task. */
export const happenings = [
  'enqueued',
  'started',
  'retrying',
  'released',
  'completed',
  'restarted',
  'forwarded',
  'died',
] as const;
/** What can be seen to happen to a task. */
export type Happening = (typeof happenings)[number];

/** Something that happened to a task, as far as it was seen. */
export interface Sighting {
  readonly at: string;
  readonly what: Happening;
  readonly task: TaskSummary;
}

const ends = { COMPLETED: 'completed', RESTARTED: 'restarted', FORWARDED: 'forwarded' } as const;

const whatBecame = (now: TaskSummary, before: TaskSummary | undefined): Happening | null => {
  if (before?.state === now.state && before.attempt === now.attempt) return null;
  switch (now.state) {
    case 'ENQUEUED':
      if (before === undefined) return 'enqueued';
      // A dequeue that was handed back is no attempt (R11).
      return now.attempt < before.attempt ? 'released' : 'retrying';
    case 'IN_PROGRESS':
      return 'started';
    case 'COMPLETED':
    case 'RESTARTED':
    case 'FORWARDED':
      return ends[now.state];
    case 'DEAD':
      // The DLQ tells of deaths, however old the task is.
      return null;
  }
};

const timeOf = (what: Happening, task: TaskSummary, seenAt: string): string => {
  if (what === 'enqueued') return task.enqueuedAt;
  if (what === 'started') return task.lease?.startedAt ?? seenAt;
  return task.finishedAt ?? seenAt;
};

/** Compares the newest tasks and deaths with those of the look before. */
export class Sightings {
  private tasks: ReadonlyMap<string, TaskSummary> | null = null;
  private deaths: ReadonlyMap<string, DeadTask> | null = null;

  /** What happened since the look before, in the order of time; nothing the first time. */
  see(tasks: readonly TaskSummary[], deaths: readonly DeadTask[], seenAt: string): Sighting[] {
    const sightings = [...this.seeTasks(tasks, seenAt), ...this.seeDeaths(deaths)];
    return sightings.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  }

  private seeTasks(tasks: readonly TaskSummary[], seenAt: string): Sighting[] {
    const before = this.tasks;
    this.tasks = new Map(tasks.map((task) => [task.id, task]));
    if (before === null) return [];
    const oldest = [...before.keys()].at(-1);
    return tasks.flatMap((task) => {
      const known = before.get(task.id);
      // An older one is no arrival: it came into sight because others were deleted.
      if (known === undefined && oldest !== undefined && BigInt(task.id) < BigInt(oldest)) return [];
      const what = whatBecame(task, known);
      return what === null ? [] : [{ at: timeOf(what, task, seenAt), what, task }];
    });
  }

  private seeDeaths(deaths: readonly DeadTask[]): Sighting[] {
    const before = this.deaths;
    this.deaths = new Map(deaths.map((task) => [task.id, task]));
    if (before === null) return [];
    const latest = [...before.values()][0]?.diedAt ?? '';
    return deaths
      .filter(({ id, diedAt }) => !before.has(id) && diedAt >= latest)
      .map((task) => ({ at: task.diedAt, what: 'died', task }));
  }
}
