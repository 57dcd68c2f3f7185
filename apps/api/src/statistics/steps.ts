import { limits, type StatisticsPoint } from '@spool/contracts';
import { isoTime } from '../platform/times.js';
import { emptyHistogram, quantileOf, type Histogram } from '../store/latency-histogram.js';
import {
  fineStatisticsKeptMs,
  statisticsWidths,
  type StatisticsBucket,
  type StatisticsWidth,
} from '../store/statistics-store.js';

/** Which span to tell, in which steps, from which buckets. */
export interface Steps {
  readonly width: StatisticsWidth;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly stepMs: number;
}

/** What a caller asked for, where it did. */
export interface Wish {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly stepMs: number | undefined;
}

const spanByDefaultMs = 3_600_000;
const stepsByDefault = 60;

const roundUp = (ms: number, unitMs: number): number => Math.ceil(ms / unitMs) * unitMs;

/**
 * Fits a wish to what is kept: ten seconds for the last two hours, five minutes otherwise. Null when it would take more
 * points than an answer has.
 */
export const stepsOf = (wish: Wish, nowMs: number): Steps | null => {
  const wishedToMs = wish.toMs ?? nowMs + 1;
  const wishedFromMs = wish.fromMs ?? wishedToMs - spanByDefaultMs;
  const wishedStepMs = wish.stepMs ?? Math.max(1, (wishedToMs - wishedFromMs) / stepsByDefault);
  const isFineKept = wishedFromMs >= nowMs - fineStatisticsKeptMs;
  const width = isFineKept && wishedStepMs < statisticsWidths.coarse * 1_000 ? 'fine' : 'coarse';
  const stepMs = roundUp(wishedStepMs, statisticsWidths[width] * 1_000);
  const toMs = roundUp(wishedToMs, stepMs);
  const fromMs = Math.floor(wishedFromMs / stepMs) * stepMs;
  const points = (toMs - fromMs) / stepMs;
  return points > limits.statisticsPoints ? null : { width, fromMs, toMs, stepMs };
};

const quantilesOf = (histogram: Histogram): StatisticsPoint['wait'] => {
  const p50Ms = quantileOf(histogram, 0.5);
  const p95Ms = quantileOf(histogram, 0.95);
  return p50Ms === null || p95Ms === null ? null : { p50Ms, p95Ms };
};

const sumOf = (histograms: readonly Histogram[]): Histogram =>
  emptyHistogram().map((_, bucket) =>
    histograms.reduce((sum, histogram) => sum + (histogram[bucket] ?? 0), 0),
  );

const pointOf = (atMs: number, buckets: readonly StatisticsBucket[]): StatisticsPoint => {
  const sum = (count: (bucket: StatisticsBucket) => number): number =>
    buckets.reduce((total, bucket) => total + count(bucket), 0);
  const last = buckets.reduce<StatisticsBucket | null>(
    (latest, bucket) => (latest === null || bucket.atMs > latest.atMs ? bucket : latest),
    null,
  );
  return {
    at: isoTime(atMs),
    enqueued: sum(({ counts }) => counts.enqueued),
    completed: sum(({ counts }) => counts.completed),
    failed: sum(({ counts }) => counts.failed),
    died: sum(({ counts }) => counts.died),
    wait: quantilesOf(sumOf(buckets.map(({ wait }) => wait))),
    run: quantilesOf(sumOf(buckets.map(({ run }) => run))),
    depth: Math.max(0, last?.depth ?? 0),
    inProgress: Math.max(0, last?.inProgress ?? 0),
    dead: Math.max(0, last?.dead ?? 0),
  };
};

/** Brings buckets to the points of the steps: one a step, also where nothing happened. */
export const pointsOf = (
  { fromMs, toMs, stepMs }: Steps,
  buckets: readonly StatisticsBucket[],
): StatisticsPoint[] => {
  const byStep = new Map<number, StatisticsBucket[]>();
  for (const bucket of buckets) {
    const step = Math.floor((bucket.atMs - fromMs) / stepMs);
    byStep.set(step, [...(byStep.get(step) ?? []), bucket]);
  }
  return Array.from({ length: (toMs - fromMs) / stepMs }, (_, step) =>
    pointOf(fromMs + step * stepMs, byStep.get(step) ?? []),
  );
};
