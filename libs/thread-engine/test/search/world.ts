import { isDeepStrictEqual } from 'node:util';
import { MemoryStore } from '../memory-store/memory-store.js';
import type { Engine } from '../memory-store/engine.js';
import type { Answer, Command, LeaseProof } from '@spool/oracle/commands.js';
import {
  copyInstallation,
  newInstallation,
  type Installation,
  type QueueSettings,
} from '@spool/oracle/installation.js';
import { observe, type Observation } from '@spool/oracle/observation.js';
import { perform } from '@spool/oracle/oracle.js';
import { brokenByStep } from '@spool/oracle/transition-invariants.js';

/** Ids pass from one digit to two early on, so that an order of texts shows. */
const firstId = 8;

/** The same history, told to the model and to the store that the engine drives. */
export interface World {
  readonly installation: Installation;
  readonly store: MemoryStore;
  readonly seen: Observation;
  readonly nowMs: number;
  /** Every lease that was given, oldest first. */
  readonly given: readonly LeaseProof[];
}

/** What a step leads to: another world in which both agree, or what they do not agree about. */
export type StepResult = { world: World; differences: readonly string[] };

/** An installation without tasks. */
export function emptyWorld(queues: readonly QueueSettings[], nowMs: number, engine?: Engine): World {
  const installation = newInstallation(queues, firstId);
  const store = MemoryStore.withQueues(queues, firstId, engine);
  return { installation, store, seen: observe(installation), nowMs, given: [] };
}

/** A world that can go on without changing the one that it came from. */
export function copyWorld(world: World): World {
  return { ...world, installation: copyInstallation(world.installation), store: world.store.copy() };
}

function show(value: unknown): string {
  return JSON.stringify(value);
}

function performOnStore(world: World, command: Command, nowMs: number): Answer[] | Error {
  try {
    return world.store.perform(command, nowMs);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isSameRow<Row extends object>(expected: Row, actual: Row | undefined): boolean {
  if (actual === undefined) return false;
  for (const column in expected) {
    if (expected[column] !== actual[column]) return false;
  }
  return true;
}

function isSameTable<Row extends object>(expected: readonly Row[], actual: readonly Row[]): boolean {
  return expected.length === actual.length && expected.every((row, index) => isSameRow(row, actual[index]));
}

function compareTable<Row extends object>(
  name: string,
  expected: readonly Row[],
  actual: readonly Row[],
): string[] {
  if (isSameTable(expected, actual)) return [];
  return [`${name}: the model has ${show(expected)}, the engine ${show(actual)}`];
}

function compareViews(expected: Observation, actual: Observation): string[] {
  const isSameList = expected.pausedQueues.join() === actual.pausedQueues.join();
  return [
    ...(isSameList ? [] : [`paused: the model has ${show(expected.pausedQueues)}`]),
    ...compareTable('live', expected.live, actual.live),
    ...compareTable('threads', expected.threads, actual.threads),
    ...compareTable('ended', expected.ended, actual.ended),
  ];
}

/** Gives one command to both, in place, and compares the answers and everything that can be seen. */
export function step(world: World, command: Command, nowMs: number): StepResult {
  const before = world.seen;
  const answers = perform(world.installation, command, nowMs);
  const after = observe(world.installation);
  const given = answers.flatMap((answer) =>
    answer.status === 'ok' && answer.token !== undefined ? [{ id: answer.id, token: answer.token }] : [],
  );
  const next = { ...world, seen: after, nowMs, given: [...world.given, ...given] };
  const actual = performOnStore(world, command, nowMs);
  if (actual instanceof Error) return { world: next, differences: [`the engine threw: ${actual.message}`] };
  const actuallySeen = world.store.observe();
  const differences = [
    ...(isDeepStrictEqual(answers, actual)
      ? []
      : [`answers: the model has ${show(answers)}, the engine ${show(actual)}`]),
    ...compareViews(after, actuallySeen),
    ...brokenByStep({ before, command, nowMs, answers: actual, after: actuallySeen }),
  ];
  return { world: next, differences };
}
