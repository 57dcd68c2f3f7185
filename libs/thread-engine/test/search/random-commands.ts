import * as fc from 'fast-check';
import type { Command, LeaseProof, NewTask } from '@spool/oracle/commands.js';
import type { QueueSettings } from '@spool/oracle/installation.js';
import type { World } from './world.js';

/** Every policy that a queue can have: order, backoff, dead letters and the scope of its threads. */
export const variedQueues: readonly QueueSettings[] = [
  {
    name: 'plain',
    maxAttempts: 3,
    backoff: { type: 'exponential', initialMs: 5, factor: 3, maxMs: 20 },
    keepaliveTimeoutMs: 20,
  },
  {
    name: 'fair',
    ordering: 'fair',
    maxAttempts: 2,
    backoff: { type: 'fixed', initialMs: 3, factor: 1, maxMs: 3 },
    keepaliveTimeoutMs: 10,
    maxRunMs: 25,
    deadLetter: { mode: 'forward', queue: 'plain' },
  },
  {
    name: 'own',
    threadScope: 'queue',
    maxAttempts: 1,
    keepaliveTimeoutMs: 15,
    deadLetter: { mode: 'discard' },
  },
];

/** Turns a random choice into a command that makes sense in a world. */
export type Intention = (world: World) => Command;

const queueName = fc.constantFrom('plain', 'fair', 'own');
const threadId = fc.constantFrom('A', 'B', 'C', 'D', null);
const offsetMs = fc.integer({ min: -40, max: 40 });
const picks = fc.array(fc.nat(999), { minLength: 1, maxLength: 4 });
const unknown: LeaseProof = { id: 99_999, token: 99_999 };

function pick<Item>(items: readonly Item[], choice: number, otherwise: Item): Item {
  return items[choice % Math.max(1, items.length)] ?? otherwise;
}

/** Mostly leases that are held, else one that was lost to a later one, or any that was ever given, or none. */
function proofsIn(world: World, choices: readonly number[]): LeaseProof[] {
  const held = world.seen.live.flatMap(({ id, token }) => (token === null ? [] : [{ id, token }]));
  const lost = world.given.filter(({ id, token }) =>
    held.some((now) => now.id === id && now.token !== token),
  );
  return choices.map((choice) => {
    const rest = Math.floor(choice / 10);
    switch (choice % 10) {
      case 7:
        return pick(world.given, rest, unknown);
      case 8:
        return pick(lost, rest, unknown);
      case 9:
        return unknown;
      default:
        return pick(held, rest, unknown);
    }
  });
}

function idsIn(world: World, choices: readonly number[], wanted: readonly { id: number }[]): number[] {
  const all = [...world.seen.live, ...world.seen.ended];
  return choices.map((choice) => pick(choice % 4 === 3 ? all : wanted, Math.floor(choice / 4), unknown).id);
}

const newTask = fc
  .record({
    queue: queueName,
    threadId,
    offset: fc.option(offsetMs),
    attempts: fc.option(fc.integer({ min: 1, max: 4 })),
  })
  .map(({ queue, threadId: thread, offset, attempts }) => (world: World): NewTask => ({
    queue,
    threadId: thread,
    ...(offset === null ? {} : { scheduledAtMs: world.nowMs + offset }),
    ...(attempts === null ? {} : { maxAttempts: attempts }),
  }));

const enqueue = fc
  .array(newTask, { minLength: 1, maxLength: 4 })
  .map((tasks): Intention => (world) => ({ kind: 'enqueue', tasks: tasks.map((task) => task(world)) }));

const dequeue = fc
  .record({ queue: queueName, max: fc.integer({ min: 1, max: 4 }) })
  .map((request): Intention => () => ({ kind: 'dequeue', workerId: 'worker', ...request }));

const settle = fc
  .record({ kind: fc.constantFrom('complete', 'undo'), picks })
  .map(({ kind, picks: choices }): Intention => (world) => ({ kind, items: proofsIn(world, choices) }));

const fail = fc
  .record({ picks, retryable: fc.integer({ min: 0, max: 4 }), afterMs: fc.option(fc.nat(30)) })
  .map(({ picks: choices, retryable, afterMs }): Intention => (world) => {
    const added = { retryable: retryable > 0, ...(afterMs === null ? {} : { retryAfterMs: afterMs }) };
    return { kind: 'fail', items: proofsIn(world, choices).map((proof) => ({ ...proof, ...added })) };
  });

const release = fc
  .record({ picks, afterMs: fc.option(fc.nat(30)) })
  .map(({ picks: choices, afterMs }): Intention => (world) => {
    const delay = afterMs === null ? {} : { delayMs: afterMs };
    return { kind: 'release', items: proofsIn(world, choices).map((proof) => ({ ...proof, ...delay })) };
  });

const keepalive = fc
  .record({ picks, extendMs: fc.option(fc.integer({ min: 1, max: 50 })) })
  .map(({ picks: choices, extendMs }): Intention => (world) => {
    const extension = extendMs === null ? {} : { extendMs };
    return {
      kind: 'keepalive',
      items: proofsIn(world, choices).map((proof) => ({ ...proof, ...extension })),
    };
  });

const deletion = picks.map((choices): Intention => (world) => ({
  kind: 'delete',
  ids: idsIn(world, choices, world.seen.live),
}));

const reschedule = fc.tuple(fc.nat(999), offsetMs).map(([choice, offset]): Intention => (world) => {
  const [id = unknown.id] = idsIn(world, [choice], world.seen.live);
  return { kind: 'reschedule', id, scheduledAtMs: world.nowMs + offset };
});

const restart = fc
  .record({ picks, offset: fc.option(offsetMs) })
  .map(({ picks: choices, offset }): Intention => (world) => {
    const dead = world.seen.ended.filter((task) => task.state === 'DEAD');
    const time = offset === null ? {} : { scheduledAtMs: world.nowMs + offset };
    return { kind: 'restart', ids: idsIn(world, choices, dead), ...time };
  });

const hold = fc.record({ kind: fc.constantFrom('pause', 'resume', 'resume'), queue: queueName }).map(
  (command): Intention =>
    () =>
      command,
);

const lapse = fc.constant<Intention>(() => ({ kind: 'lapse' }));

/** One command and the time that passes before it: now and then the clock steps back (R4). */
export interface Event {
  readonly intention: Intention;
  readonly passesMs: number;
}

const passesMs = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 2, arbitrary: fc.integer({ min: 4, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: -15, max: -1 }) },
);

const intention = fc.oneof(
  { weight: 5, arbitrary: enqueue },
  { weight: 6, arbitrary: dequeue },
  { weight: 3, arbitrary: settle },
  { weight: 4, arbitrary: fail },
  { weight: 2, arbitrary: release },
  { weight: 1, arbitrary: keepalive },
  { weight: 2, arbitrary: lapse },
  { weight: 2, arbitrary: deletion },
  { weight: 3, arbitrary: reschedule },
  { weight: 2, arbitrary: restart },
  { weight: 1, arbitrary: hold },
);

/** A random history. */
export const history: fc.Arbitrary<Event[]> = fc.array(fc.record({ intention, passesMs }), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});
