import type { Engine } from '../memory-store/engine.js';
import type { Command } from '@spool/oracle/commands.js';
import { brokenInvariants } from '@spool/oracle/invariants.js';
import { phaseOf } from '@spool/oracle/running-order.js';
import { variedQueues, type Event } from './random-commands.js';
import { emptyWorld, step, type World } from './world.js';

const startMs = 1_000;

function differentPhases({ installation, store, nowMs }: World): string[] {
  const enqueued = installation.tasks.filter((task) => task.state === 'ENQUEUED');
  const expected = enqueued.map((task) => `${task.id} ${phaseOf(installation, task, nowMs)}`).join();
  const actual = store.phases(nowMs).join();
  return expected === actual ? [] : [`phases: the model has ${expected}, the engine ${actual}`];
}

/** Plays a history to model and engine; returns what they first did not agree about, with all that led to it. */
export function disagreement(events: readonly Event[], engine?: Engine): string | null {
  let world = emptyWorld(variedQueues, startMs, engine);
  const told: { nowMs: number; command: Command }[] = [];
  for (const { intention, passesMs } of events) {
    const nowMs = world.nowMs + passesMs;
    const command = intention({ ...world, nowMs });
    told.push({ nowMs, command });
    const { world: next, differences } = step(world, command, nowMs);
    const wrong = [...differences, ...brokenInvariants(next.seen), ...differentPhases(next)];
    if (wrong.length > 0) return [...told.map((each) => JSON.stringify(each)), ...wrong].join('\n');
    world = next;
  }
  return null;
}
