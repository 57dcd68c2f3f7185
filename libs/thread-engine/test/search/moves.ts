import type { Command } from '@spool/oracle/commands.js';
import type { QueueSettings } from '@spool/oracle/installation.js';
import type { LiveTask } from '@spool/oracle/observation.js';
import type { World } from './world.js';

/** Earlier than everything that happens in a search. */
export const earliestMs = 0;
/** When a search begins. */
export const startMs = 1_000;

/** How much there may be at a time. Tasks of a thread are its live and its dead ones. */
export interface SearchSpace {
  readonly threadIds: readonly string[];
  readonly tasksPerThread: number;
  readonly workers: number;
}

/** One queue in which every wait is one or two ticks of a millisecond, so that all of them come soon. */
export const searchedQueue: QueueSettings = {
  name: 'q',
  maxAttempts: 2,
  backoff: { type: 'fixed', initialMs: 1, factor: 1, maxMs: 1 },
  keepaliveTimeoutMs: 2,
};

/** A command, or the passing of a millisecond. */
export type Move = Command | { kind: 'tick' };

function arrivals(world: World, { threadIds, tasksPerThread }: SearchSpace): Command[] {
  return threadIds.flatMap((threadId): Command[] => {
    const living = world.seen.live.filter((task) => task.thread === `/${threadId}`).length;
    const dead = world.installation.tasks.filter(
      (task) => task.state === 'DEAD' && task.thread === `/${threadId}`,
    );
    const room = tasksPerThread - living - dead.length;
    if (room < 1) return [];
    const now = { queue: 'q', threadId };
    const early = { ...now, scheduledAtMs: earliestMs };
    const late = { ...now, scheduledAtMs: world.nowMs + 1 };
    const single: Command[] = [now, early, late].map((task) => ({ kind: 'enqueue', tasks: [task] }));
    return room < 2 ? single : [...single, { kind: 'enqueue', tasks: [now, early] }];
  });
}

function dequeues(held: number, workers: number): Command[] {
  const one: Command = { kind: 'dequeue', queue: 'q', max: 1, workerId: 'worker' };
  if (held === 0 && workers > 1) return [one, { ...one, max: workers }];
  return held < workers ? [one] : [];
}

function workersMoves(world: World, workers: number): Command[] {
  const held = world.seen.live.flatMap(({ id, token }) => (token === null ? [] : [{ id, token }]));
  const each = held.flatMap((proof): Command[] => [
    { kind: 'complete', items: [proof] },
    { kind: 'fail', items: [proof] },
    { kind: 'fail', items: [{ ...proof, retryAfterMs: 0 }] },
    { kind: 'fail', items: [{ ...proof, retryable: false }] },
    { kind: 'release', items: [proof] },
    { kind: 'release', items: [{ ...proof, delayMs: 1 }] },
    { kind: 'keepalive', items: [proof] },
  ]);
  const all: Command[] =
    held.length < 2
      ? []
      : [
          { kind: 'complete', items: held },
          { kind: 'fail', items: held },
        ];
  return [...dequeues(held.length, workers), ...each, ...all];
}

function lapses(world: World): Command[] {
  const isDue = (task: LiveTask) => task.leaseExpiresAtMs !== null && task.leaseExpiresAtMs <= world.nowMs;
  return world.seen.live.some(isDue) ? [{ kind: 'lapse' }] : [];
}

/** A token that no longer holds anything must change nothing: the latest such of each task. */
function staleTokens(world: World): Command[] {
  const current = new Set(world.seen.live.map((task) => task.token));
  const stale = new Map(
    world.given.filter(({ token }) => !current.has(token)).map((proof) => [proof.id, proof]),
  );
  return [...stale.values()].map((proof) => ({ kind: 'complete', items: [proof, proof] }));
}

function operatorsMoves(world: World, threadIds: readonly string[]): Command[] {
  const { live, ended } = world.seen;
  const dead = ended.filter((task) => task.state === 'DEAD').map((task) => task.id);
  const restarted = ended.filter((task) => task.state === 'RESTARTED').map((task) => task.id);
  const ids = [...live.map((task) => task.id), ...dead];
  const times = [earliestMs, world.nowMs, world.nowMs + 1];
  const pairs = threadIds
    .map((threadId) => live.filter((task) => task.thread === `/${threadId}`).map((task) => task.id))
    .flatMap((members) => (members.length < 2 ? [] : [members.slice(0, 2), members.slice(-2).reverse()]));
  const isPaused = world.seen.pausedQueues.length > 0;
  return [
    ...ids.map((id): Command => ({ kind: 'delete', ids: [id] })),
    ...pairs.map((pair): Command => ({ kind: 'delete', ids: pair })),
    ...live
      .filter((task) => task.state === 'ENQUEUED')
      .flatMap(({ id }) =>
        times.map((scheduledAtMs): Command => ({ kind: 'reschedule', id, scheduledAtMs })),
      ),
    ...dead.map((id): Command => ({ kind: 'restart', ids: [id] })),
    ...(dead.length > 0
      ? [{ kind: 'restart', ids: [...dead, ...dead], scheduledAtMs: world.nowMs + 1 } as const]
      : []),
    ...restarted.slice(0, 1).map((id): Command => ({ kind: 'restart', ids: [id] })),
    isPaused ? { kind: 'resume', queue: 'q' } : { kind: 'pause', queue: 'q' },
  ];
}

/** Everything that can happen next. */
export function movesFrom(world: World, space: SearchSpace): Move[] {
  return [
    ...arrivals(world, space),
    ...workersMoves(world, space.workers),
    ...lapses(world),
    ...staleTokens(world),
    ...operatorsMoves(world, space.threadIds),
    { kind: 'tick' },
  ];
}
