import type { Engine } from '../memory-store/engine.js';
import type { Command } from '../oracle/commands.js';
import { brokenInvariants } from '../oracle/invariants.js';
import { variedQueues, type Event } from './random-commands.js';
import { emptyWorld, step } from './world.js';

const startMs = 1_000;

/** Plays a history to model and engine; returns what they first did not agree about, with all that led to it. */
export function disagreement(events: readonly Event[], engine?: Engine): string | null {
  let world = emptyWorld(variedQueues, startMs, engine);
  const told: { nowMs: number; command: Command }[] = [];
  for (const { intention, passesMs } of events) {
    const nowMs = world.nowMs + passesMs;
    const command = intention({ ...world, nowMs });
    told.push({ nowMs, command });
    const result = step(world, command, nowMs);
    const wrong = [...result.differences, ...brokenInvariants(result.world.seen)];
    if (wrong.length > 0) return [...told.map((each) => JSON.stringify(each)), ...wrong].join('\n');
    world = result.world;
  }
  return null;
}
