import type { Database } from '../../src/platform/database/database.js';
import { bucketOf, emptyHistogram, type Histogram } from '../../src/store/latency-histogram.js';
import { addStatistics, everyQueueId, type StatisticsRow } from '../../src/store/statistics-store.js';

const minuteMs = 60_000;
const minutes = 61;

/** A receiver that fails for ten minutes, half an hour ago. */
const isOutage = (minutesAgo: number): boolean => minutesAgo > 25 && minutesAgo <= 35;

/** Most durations of the first kind, some of the second. */
const histogramOf = (count: number, usualMs: number, slowMs: number): Histogram => {
  const histogram = emptyHistogram();
  histogram[bucketOf(usualMs)] = Math.floor(count * 0.9);
  histogram[bucketOf(slowMs)] = Math.ceil(count * 0.1);
  return histogram;
};

const trafficOf = (minutesAgo: number): StatisticsRow => {
  const enqueued = Math.round(140 + 50 * Math.sin(minutesAgo / 7) + 12 * Math.sin(minutesAgo * 2.3));
  const failed = isOutage(minutesAgo) ? Math.round(enqueued * 0.4) : minutesAgo % 9 === 0 ? 3 : 0;
  const completed = enqueued - failed + (minutesAgo > 20 && minutesAgo <= 25 ? 40 : 0);
  const [waitMs, runMs] = isOutage(minutesAgo) ? [800, 2_500] : [90, 250];
  return {
    queueId: everyQueueId,
    counts: { enqueued, completed, failed, died: 0 },
    wait: histogramOf(completed, waitMs / 2, waitMs),
    run: histogramOf(completed, runMs / 2, runMs),
    depth: 0,
    inProgress: 0,
    dead: 0,
  };
};

/** Writes down an hour of traffic of all queues together as if it had been seen, so that charts have something to draw. */
export const noteBusyHour = (database: Database): Promise<void> =>
  database.write(async (sql) => {
    const nowMs = Date.now();
    for (let minutesAgo = 1; minutesAgo <= minutes; minutesAgo += 1)
      await addStatistics(sql, [trafficOf(minutesAgo)], nowMs - minutesAgo * minuteMs);
  });
