import { z } from 'zod';
import { limits } from './limits.js';
import { timeSpan } from './list.js';
import { durationText, queueName, timestampOut } from './scalars.js';

/** What to tell of a queue, or of all that the caller sees: the last hour in sixty steps unless it says otherwise. */
export const statisticsQuery = z.strictObject({
  queue: queueName.optional(),
  ...timeSpan,
  step: durationText
    .refine((ms) => ms > 0, 'A step is longer than nothing.')
    .optional()
    .meta({ description: 'Such as 10s, 5m, 1h, or milliseconds; rounded up to what is kept.' }),
});
/** What to tell. */
export type StatisticsQuery = z.output<typeof statisticsQuery>;

const quantiles = z.object({ p50Ms: z.int(), p95Ms: z.int() });

/** What happened in one step of time; the last three are as of its end. */
export const statisticsPoint = z.object({
  at: timestampOut.meta({ description: 'The beginning of the step.' }),
  enqueued: z.int(),
  completed: z.int(),
  failed: z.int().meta({ description: 'Failed attempts, those that were the last among them.' }),
  died: z.int(),
  wait: quantiles.nullable().meta({ description: 'From a task’s scheduled time to its dequeue.' }),
  run: quantiles.nullable().meta({ description: 'From a dequeue to its complete or fail.' }),
  depth: z.int().meta({ description: 'Live tasks in nobody’s hands.' }),
  inProgress: z.int(),
  dead: z.int(),
});
/** What happened in one step of time. */
export type StatisticsPoint = z.infer<typeof statisticsPoint>;

/** Rates, latencies and depth over time. */
export const statistics = z.object({
  from: timestampOut,
  to: timestampOut,
  stepMs: z.int(),
  points: z.array(statisticsPoint).max(limits.statisticsPoints),
});
/** Rates, latencies and depth over time. */
export type Statistics = z.infer<typeof statistics>;
