import { once } from 'node:events';
import type { Load } from './side.js';

/** More jobs at once only cost a library that asks for one job at a time. */
const mostJobsAtOnce = 64;

/** How many jobs a library that hands them out singly runs at once. */
export const concurrencyOf = ({ batchSize, inFlight }: Load): number =>
  Math.min(mostJobsAtOnce, batchSize * inFlight);

/** Resolves when the signal fires. */
export const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};
