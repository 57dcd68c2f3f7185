import { Injectable } from '@nestjs/common';
import { limits, type Statistics, type StatisticsQuery } from '@spool/contracts';
import type { Caller } from '../platform/caller.js';
import { Database } from '../platform/database/database.js';
import { validationFailed } from '../platform/spool-error.js';
import { isoTime } from '../platform/times.js';
import { readClock } from '../store/clock.js';
import { everyQueueId, readStatistics } from '../store/statistics-store.js';
import { TrafficLog } from '../store/traffic-log.js';
import { visibleQueueIds } from '../store/visible-queues.js';
import { pointsOf, stepsOf, type Steps } from './steps.js';

/** Tells how things go. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly database: Database,
    private readonly traffic: TrafficLog,
  ) {}

  /** Rates, latencies and depth of a queue, or of all that the caller sees. Throws `queue_not_found`, `validation_failed`. */
  async get(query: StatisticsQuery, caller: Caller): Promise<Statistics> {
    await this.traffic.flushIfStale();
    return await this.database.read(async (sql) => {
      const queueIds = (await visibleQueueIds(sql, caller, query.queue)) ?? [everyQueueId];
      const steps = fitSteps(query, await readClock(sql));
      const buckets = await readStatistics(sql, { ...steps, queueIds });
      const { fromMs, toMs, stepMs } = steps;
      return { from: isoTime(fromMs), to: isoTime(toMs), stepMs, points: pointsOf(steps, buckets) };
    });
  }
}

const fitSteps = ({ from, to, step }: StatisticsQuery, nowMs: number): Steps => {
  if (from !== undefined && from >= (to ?? nowMs + 1))
    throw validationFailed([{ path: '/from', message: '"from" lies before "to", and before now.' }]);
  const steps = stepsOf({ fromMs: from, toMs: to, stepMs: step }, nowMs);
  if (steps === null) {
    const message = `That is more than ${limits.statisticsPoints} points: ask for a longer step or a shorter span.`;
    throw validationFailed([{ path: '/step', message }]);
  }
  return steps;
};
