import type { TaskState } from '@spool/contracts';
import type { Entry, Item } from '../history/entry.js';
import type { Reading } from '../history/reading.js';
import type { Sightings } from './sightings.js';

/** One attempt, as the service tells it afterwards. */
export interface Attempt {
  readonly attempt: number;
  readonly workerId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly outcome: 'completed' | 'failed' | 'lapsed' | null;
}

/** What became of a task, read when all is over. */
export interface End {
  readonly id: number;
  readonly marker: string;
  readonly queue: string;
  readonly threadId: string | null;
  readonly state: TaskState;
  readonly enqueuedAtMs: number;
  readonly restartedFrom: number | null;
  readonly attempts: readonly Attempt[];
}

const usual = new Set<Item['verb']>(['complete', 'fail', 'release']);

/** Tasks to which something happened that no client was told: only the service itself can say what and when. */
export const tasksInDoubt = (
  entries: readonly Entry[],
  { holds, deeds }: Sightings,
  finalAttempts: ReadonlyMap<number, number>,
): Set<number> => {
  const settled = new Set(
    deeds.flatMap(({ item, told }) =>
      'token' in item && usual.has(item.verb) && told?.status === 'ok' ? [item.token] : [],
    ),
  );
  const origins = new Set([
    ...entries.flatMap(({ answer }) => (answer?.admitted ?? []).map(({ id }) => id)),
    ...deeds.flatMap(({ told }) => told?.newId ?? []),
  ]);
  const released = new Set(
    deeds.flatMap(({ item, told }) => (item.verb === 'release' && told?.status === 'ok' ? [item.token] : [])),
  );
  // A dequeue that was handed back does not count: its attempt was another's later (R11).
  const attemptsSeen = new Map<number, Set<number>>();
  for (const { taken } of holds.filter((hold) => !released.has(hold.taken.token)))
    attemptsSeen.set(taken.id, (attemptsSeen.get(taken.id) ?? new Set()).add(taken.attempt));
  return new Set([
    ...holds.flatMap(({ taken }) => (settled.has(taken.token) ? [] : [taken.id])),
    ...holds.flatMap(({ taken }) => (origins.has(taken.id) ? [] : [taken.id])),
    ...deeds.flatMap(({ item, told }) => (told === null ? [item.id] : [])),
    ...[...finalAttempts].flatMap(([id, attempt]) =>
      attempt === (attemptsSeen.get(id)?.size ?? 0) && origins.has(id) ? [] : [id],
    ),
  ]);
};

const endOf = async (reading: Reading, id: number): Promise<End | null> => {
  const task = await reading.task(id);
  if (task === null) return null;
  return {
    id,
    marker: String(task.payload),
    queue: task.queue,
    threadId: task.threadId,
    state: task.state,
    enqueuedAtMs: Date.parse(task.enqueuedAt),
    restartedFrom: task.restartedFrom === undefined ? null : Number(task.restartedFrom),
    attempts: task.history.map(({ attempt, workerId, startedAt, endedAt, outcome }) => ({
      attempt,
      workerId,
      startedAtMs: Date.parse(startedAt),
      endedAtMs: endedAt === null ? null : Date.parse(endedAt),
      outcome,
    })),
  };
};

const readersAtOnce = 8;

/** Reads the ends of all tasks in doubt; one that is gone has none. */
export const readEnds = async (
  reading: Reading,
  entries: readonly Entry[],
  seen: Sightings,
  queues: readonly string[],
): Promise<Map<number, End>> => {
  const lists = await Promise.all(queues.map((queue) => reading.tasks(queue)));
  const finalAttempts = new Map(lists.flat().map(({ id, attempt }) => [Number(id), attempt]));
  const ids = [...tasksInDoubt(entries, seen, finalAttempts)];
  const ends = new Map<number, End>();
  const read = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const end = await endOf(reading, id);
      if (end !== null) ends.set(id, end);
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, read));
  return ends;
};
