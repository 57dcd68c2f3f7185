import type { LeaseProof } from '@spool/oracle/commands.js';
import type { DeadLetter, Queue } from '@spool/oracle/installation.js';
import * as fc from 'fast-check';
import type { Asked, Item, Sent } from '../history/entry.js';
import { nowMs } from '../history/recorder.js';
import type { World } from './world.js';

/** What a command is in a world: a call, or new settings of a queue. */
export type Deed =
  | { readonly kind: 'call'; readonly asked: Asked }
  | { readonly kind: 'configure'; readonly queue: string; readonly change: Partial<Queue> };

/** A random choice, which becomes a deed once it is known what is there; its name is what a failure prints. */
export interface Intention {
  readonly name: string;
  readonly deed: (world: World) => Deed;
}

const dayMs = 86_400_000;
const noAsk: Asked = { queue: null, sent: [], items: [], demand: null, hold: null };
const call = (asked: Partial<Asked>): Deed => ({ kind: 'call', asked: { ...noAsk, ...asked } });
const unknown: LeaseProof = { id: 999_999_999, token: 999_999_999 };
const choice = fc.nat(999);
const choices = fc.array(choice, { minLength: 1, maxLength: 4 });

const pick = <Of>(items: readonly Of[], chosen: number, otherwise: Of): Of =>
  items[chosen % Math.max(1, items.length)] ?? otherwise;

/** Mostly leases that are held, else any that was ever given, or none. */
const proofsIn = ({ model, given }: World, chosen: readonly number[]): LeaseProof[] => {
  const held = model.tasks.flatMap(({ id, lease }) => (lease === null ? [] : [{ id, token: lease.token }]));
  return chosen.map((one) => {
    const rest = Math.floor(one / 10);
    if (one % 10 === 9) return unknown;
    return one % 10 >= 7 ? pick(given, rest, unknown) : pick(held, rest, unknown);
  });
};

/** Mostly tasks in a wanted state (null: any), else whatever there is, each once. */
const idsIn = ({ model }: World, chosen: readonly number[], state: string | null): number[] => {
  const all = model.tasks.map(({ id }) => id);
  const wanted = model.tasks.filter((task) => state === null || task.state === state).map(({ id }) => id);
  const ids = chosen.map((one) => pick(one % 5 === 4 ? all : wanted, Math.floor(one / 5), unknown.id));
  return [...new Set(ids)];
};

/** Far enough apart that the time a call takes makes no difference, and near enough that some come due. */
const offsets = [null, null, null, -3_600_000, -1_000, -1_000, 300, 900, dayMs] as const;
const offset = fc.constantFrom(...offsets);
const timeAfter = (offsetMs: number | null): { scheduledAtMs?: number } =>
  offsetMs === null ? {} : { scheduledAtMs: Math.floor(nowMs()) + offsetMs };

let markers = 0;
const newMarker = (): string => {
  markers += 1;
  return `r${markers}`;
};

const newTask = fc.record({
  thread: choice,
  offset,
  attempts: fc.option(fc.integer({ min: 1, max: 4 })),
});

const enqueue = fc
  .record({ queue: choice, tasks: fc.array(newTask, { minLength: 1, maxLength: 4 }) })
  .map(({ queue, tasks }): Intention => {
    const sentIn = (world: World): Sent[] =>
      tasks.map((task) => ({
        marker: newMarker(),
        threadId: world.thread(task.thread),
        ...timeAfter(task.offset),
        ...(task.attempts === null ? {} : { maxAttempts: task.attempts }),
      }));
    return {
      name: `enqueue ${tasks.length}`,
      deed: (world) => call({ queue: world.queue(queue), sent: sentIn(world) }),
    };
  });

const demandOf = (max: number, isShort: boolean) => ({
  max,
  waitMs: 0,
  workerId: 'commands',
  keepaliveTimeoutMs: isShort ? 1_000 : 60_000,
});

const demand = fc
  .record({ max: fc.integer({ min: 1, max: 4 }), dice: fc.nat(7) })
  .map(({ max, dice }) => demandOf(max, dice === 0));

const dequeue = fc.record({ queue: choice, demand }).map(({ queue, demand: wanted }): Intention => ({
  name: `dequeue ${wanted.max}${wanted.keepaliveTimeoutMs === 1_000 ? ' shortly' : ''}`,
  deed: (world) => call({ queue: world.queue(queue), demand: wanted }),
}));

type Failing = { readonly retryable: boolean; readonly retryAfterMs: number | null };
const failing = fc.record({
  retryable: fc.nat(4).map((dice) => dice > 0),
  retryAfterMs: fc.constantFrom(null, null, 0, 300, dayMs),
});
const failureOf = (proof: LeaseProof, { retryable, retryAfterMs }: Failing): Item => ({
  verb: 'fail',
  ...proof,
  retryable,
  ...(retryAfterMs === null ? {} : { retryAfterMs }),
});
const completionOf = (proof: LeaseProof): Item => ({ verb: 'complete', ...proof });

const complete = choices.map((chosen): Intention => ({
  name: 'complete',
  deed: (world) => call({ items: proofsIn(world, chosen).map(completionOf) }),
}));

const fail = fc.record({ chosen: choices, how: failing }).map(({ chosen, how }): Intention => ({
  name: `fail ${how.retryable ? '' : 'for good '}after ${how.retryAfterMs ?? 'backoff'}`,
  deed: (world) => call({ items: proofsIn(world, chosen).map((proof) => failureOf(proof, how)) }),
}));

const exchange = fc
  .record({ queue: choice, completed: choices, failed: choices, how: failing, demand: fc.option(demand) })
  .map(({ queue, completed, failed, how, demand: wanted }): Intention => {
    const itemsIn = (world: World): Item[] => [
      ...proofsIn(world, completed).map(completionOf),
      ...proofsIn(world, failed).map((proof) => failureOf(proof, how)),
    ];
    return {
      name: 'exchange',
      deed: (world) => call({ queue: world.queue(queue), items: itemsIn(world), demand: wanted }),
    };
  });

const release = fc
  .record({ chosen: choices, delayMs: fc.constantFrom(null, null, 0, 300, dayMs) })
  .map(({ chosen, delayMs }): Intention => {
    const delay = delayMs === null ? {} : { delayMs };
    const itemsIn = (world: World): Item[] =>
      proofsIn(world, chosen).map((proof) => ({ verb: 'release', ...proof, ...delay }));
    return { name: 'release', deed: (world) => call({ items: itemsIn(world) }) };
  });

const keepalive = fc
  .record({ chosen: choices, extendMs: fc.constantFrom(null, 1_000, 120_000) })
  .map(({ chosen, extendMs }): Intention => {
    const extension = extendMs === null ? {} : { extendMs };
    const itemsIn = (world: World): Item[] =>
      proofsIn(world, chosen).map((proof) => ({ verb: 'keepalive', ...proof, ...extension }));
    return { name: 'keepalive', deed: (world) => call({ items: itemsIn(world) }) };
  });

const deletion = choices.map((chosen): Intention => ({
  name: 'delete',
  deed: (world) => call({ items: idsIn(world, chosen, null).map((id): Item => ({ verb: 'delete', id })) }),
}));

const reschedule = fc.record({ one: choice, offset }).map(({ one, offset: offsetMs }): Intention => ({
  name: `reschedule by ${offsetMs ?? 0}`,
  deed: (world) => {
    const [id = unknown.id] = idsIn(world, [one], 'ENQUEUED');
    const scheduledAtMs = Math.floor(nowMs()) + (offsetMs ?? -1_000);
    return call({ items: [{ verb: 'reschedule', id, scheduledAtMs }] });
  },
}));

const restart = choices.map((chosen): Intention => ({
  name: 'restart',
  deed: (world) => call({ items: idsIn(world, chosen, 'DEAD').map((id): Item => ({ verb: 'restart', id })) }),
}));

const hold = fc
  .record({ queue: choice, hold: fc.constantFrom('pause', 'resume', 'resume') })
  .map(({ queue, hold: how }): Intention => ({
    name: how,
    deed: (world) => call({ queue: world.queue(queue), hold: how }),
  }));

const change = fc.oneof(
  fc.record({ maxAttempts: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ ordering: fc.constantFrom('scheduled', 'fair') }),
  fc.record({ deadLetter: fc.constantFrom<DeadLetter>({ mode: 'retain' }, { mode: 'discard' }) }),
);

const configure = fc.record({ queue: choice, change }).map(({ queue, change: wanted }): Intention => ({
  name: `configure ${Object.keys(wanted).join()}`,
  deed: (world) => ({ kind: 'configure', queue: world.queue(queue), change: wanted }),
}));

/** One command. */
const intention: fc.Arbitrary<Intention> = fc.oneof(
  { weight: 6, arbitrary: enqueue },
  { weight: 6, arbitrary: dequeue },
  { weight: 3, arbitrary: complete },
  { weight: 4, arbitrary: fail },
  { weight: 2, arbitrary: exchange },
  { weight: 2, arbitrary: release },
  { weight: 2, arbitrary: keepalive },
  { weight: 2, arbitrary: deletion },
  { weight: 3, arbitrary: reschedule },
  { weight: 2, arbitrary: restart },
  { weight: 1, arbitrary: hold },
  { weight: 1, arbitrary: configure },
);

/** A random sequence of commands. */
export const commands: fc.Arbitrary<Intention[]> = fc.array(intention, {
  minLength: 1,
  maxLength: 40,
  size: 'max',
});
