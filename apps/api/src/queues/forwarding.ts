import type { QueueConfiguration } from '@spool/contracts';
import { coversQueue, type Caller } from '../platform/caller.js';
import { SpoolError, validationFailed } from '../platform/spool-error.js';
import type { QueueRecord } from '../store/queue-store.js';

const targetOf = (configuration: QueueConfiguration): string | null =>
  configuration.deadLetter.mode === 'forward' ? (configuration.deadLetter.queue ?? null) : null;

const refuse = (message: string): never => {
  throw validationFailed([{ path: '/deadLetter/queue', message }]);
};

/**
 * Refuses a queue that would forward its dead to nothing, to itself, or round in a circle. A queue that the caller does
 * not cover is as good as none, unless the dead go there already. Throws `validation_failed`.
 */
export const checkForwarding = (
  name: string,
  configuration: QueueConfiguration,
  queues: readonly QueueRecord[],
  caller: Caller,
): void => {
  const given = targetOf(configuration);
  if (given === null) return;
  const configurations = new Map(queues.map((queue) => [queue.name, queue.configuration]));
  const today = configurations.get(name);
  const mayKnow = coversQueue(caller, given) || (today !== undefined && targetOf(today) === given);
  const first = mayKnow ? configurations.get(given) : undefined;
  if (first === undefined && given !== name)
    return refuse(`There is no queue "${given}" to forward to: create it first.`);
  configurations.set(name, configuration);
  const seen = new Set([name]);
  for (
    let next: string | null = given;
    next !== null;
    next = targetOf(configurations.get(next) ?? configuration)
  ) {
    if (seen.has(next))
      return refuse(`Forwarding to "${given}" would lead back: dead tasks would go round for ever.`);
    seen.add(next);
  }
};

/** Refuses to delete a queue that others forward to. Throws `conflict`, which names no queue that the caller does not cover. */
export const checkNobodyForwardsTo = (name: string, queues: readonly QueueRecord[], caller: Caller): void => {
  const source = queues.find((queue) => queue.name !== name && targetOf(queue.configuration) === name);
  if (source === undefined) return;
  const who = coversQueue(caller, source.name) ? `Queue "${source.name}"` : 'A queue that you do not cover';
  throw new SpoolError('conflict', `${who} forwards its dead tasks to "${name}": change that first.`);
};
