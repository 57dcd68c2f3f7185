import type { QueueConfiguration } from '@spool/contracts';
import { SpoolError, validationFailed } from '../platform/spool-error.js';
import type { QueueRecord } from '../store/queue-store.js';

const targetOf = (configuration: QueueConfiguration): string | null =>
  configuration.deadLetter.mode === 'forward' ? (configuration.deadLetter.queue ?? null) : null;

const refuse = (message: string): never => {
  throw validationFailed([{ path: '/deadLetter/queue', message }]);
};

/** Refuses a queue that would forward its dead to nothing, to itself, or round in a circle. Throws `validation_failed`. */
export const checkForwarding = (
  name: string,
  configuration: QueueConfiguration,
  queues: readonly QueueRecord[],
): void => {
  const configurations = new Map(queues.map((queue) => [queue.name, queue.configuration]));
  configurations.set(name, configuration);
  const seen = new Set([name]);
  for (let next = targetOf(configuration); next !== null;) {
    const target = configurations.get(next);
    if (target === undefined) return refuse(`There is no queue "${next}" to forward to: create it first.`);
    if (seen.has(next))
      return refuse(`Forwarding to "${next}" would lead back: dead tasks would go round for ever.`);
    seen.add(next);
    next = targetOf(target);
  }
};

/** Refuses to delete a queue that others forward to. Throws `conflict`. */
export const checkNobodyForwardsTo = (name: string, queues: readonly QueueRecord[]): void => {
  const source = queues.find((queue) => queue.name !== name && targetOf(queue.configuration) === name);
  if (source !== undefined) {
    throw new SpoolError(
      'conflict',
      `Queue "${source.name}" forwards its dead tasks to "${name}": change that first.`,
    );
  }
};
