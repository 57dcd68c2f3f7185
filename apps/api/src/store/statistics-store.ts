import type { Sql } from '../platform/database/sql.js';
import { emptyHistogram, histogramBuckets, type Histogram } from './latency-histogram.js';
import type { Happening } from './traffic.js';

/** Of what happens, what the statistics keep. */
type Kept = Exclude<Happening, 'lapsed'>;

/** How finely time is kept, in seconds, and for how long: two hours of ten seconds each, eight days of five minutes. */
export const statisticsWidths = { fine: 10, coarse: 300 } as const;
const keptHours = { fine: 2, coarse: 8 * 24 } as const;
/** How finely time is kept. */
export type StatisticsWidth = keyof typeof statisticsWidths;
/** How long the fine statistics are kept, in milliseconds. */
export const fineStatisticsKeptMs = keptHours.fine * 3_600_000;

/** Stands for all queues together. */
export const everyQueueId = 0;

/** How much is where at a time. */
export interface Depths {
  readonly depth: number;
  readonly inProgress: number;
  readonly dead: number;
}

/** What happened in a queue in a bucket of time, and how much there was at its end. */
export interface StatisticsRow extends Depths {
  readonly queueId: number;
  readonly counts: Readonly<Record<Kept, number>>;
  readonly wait: Histogram;
  readonly run: Histogram;
}

/** The same for several queues together, with the beginning of the bucket. */
export interface StatisticsBucket extends Omit<StatisticsRow, 'queueId'> {
  readonly atMs: number;
}

const numbers = Array.from({ length: histogramBuckets }, (_, index) => index);
const histogramColumns = ['wait', 'run'].flatMap((kind) => numbers.map((bucket) => `${kind}_${bucket}`));
const addedColumns = ['enqueued', 'completed', 'failed', 'died', ...histogramColumns];
const depthColumns = ['depth', 'in_progress', 'dead'];
const upsertRows =
  `INSERT INTO statistics (queue_id, width_s, bucket_at, ${[...addedColumns, ...depthColumns].join(', ')}) VALUES ? ` +
  'ON DUPLICATE KEY UPDATE ' +
  [
    ...addedColumns.map((name) => `${name} = ${name} + VALUES(${name})`),
    ...depthColumns.map((name) => `${name} = VALUES(${name})`),
  ].join(', ');
const selectBuckets = `
  SELECT bucket_at, ${[...addedColumns, ...depthColumns].map((name) => `SUM(${name}) AS ${name}`).join(', ')}
  FROM statistics FORCE INDEX (PRIMARY)
  WHERE queue_id IN (?) AND width_s = ? AND bucket_at >= ? AND bucket_at < ? GROUP BY bucket_at`;
const selectDepths =
  'SELECT queue_id, SUM(live) - SUM(in_progress) AS depth, SUM(in_progress) AS in_progress, SUM(dead) AS dead ' +
  'FROM counters GROUP BY queue_id';
export const deleteOldStatistics = `
  DELETE FROM statistics WHERE width_s = ? AND bucket_at < NOW(3) - INTERVAL ? HOUR ORDER BY bucket_at LIMIT ?`;

/** The beginning of the bucket that a time lies in, in milliseconds. */
const bucketStartMs = (atMs: number, width: StatisticsWidth): number => {
  const widthMs = statisticsWidths[width] * 1_000;
  return Math.floor(atMs / widthMs) * widthMs;
};

const widths = ['fine', 'coarse'] as const satisfies readonly StatisticsWidth[];

/** Adds rows to the buckets, fine and coarse, that a time lies in. */
export const addStatistics = async (
  sql: Sql,
  rows: readonly StatisticsRow[],
  atMs: number,
): Promise<void> => {
  const sorted = [...rows].sort((left, right) => left.queueId - right.queueId);
  const values = sorted.flatMap(({ queueId, counts, wait, run, depth, inProgress, dead }) =>
    widths.map((width) => [
      queueId,
      statisticsWidths[width],
      new Date(bucketStartMs(atMs, width)),
      counts.enqueued,
      counts.completed,
      counts.failed,
      counts.died,
      ...wait,
      ...run,
      depth,
      inProgress,
      dead,
    ]),
  );
  if (values.length > 0) await sql.change(upsertRows, [values]);
};

type Amount = number | string;

/** How much is where now, by queue. */
export const readDepths = async (sql: Sql): Promise<Map<number, Depths>> => {
  const rows = await sql.rows<{ queue_id: number; depth: Amount; in_progress: Amount; dead: Amount }>(
    selectDepths,
  );
  return new Map(
    rows.map((row) => [
      row.queue_id,
      { depth: Number(row.depth), inProgress: Number(row.in_progress), dead: Number(row.dead) },
    ]),
  );
};

/** Which statistics to read: `toMs` is not included. */
export interface StatisticsSelection {
  readonly queueIds: readonly number[];
  readonly width: StatisticsWidth;
  readonly fromMs: number;
  readonly toMs: number;
}

const histogramOf = (row: Readonly<Record<string, Amount>>, kind: 'wait' | 'run'): Histogram =>
  emptyHistogram().map((_, bucket) => Number(row[`${kind}_${bucket}`]));

/** The buckets of a span of time, those in which nothing was written left out. */
export const readStatistics = async (
  sql: Sql,
  { queueIds, width, fromMs, toMs }: StatisticsSelection,
): Promise<StatisticsBucket[]> => {
  if (queueIds.length === 0) return [];
  const parameters = [queueIds, statisticsWidths[width], new Date(fromMs), new Date(toMs)];
  const rows = await sql.rows<Record<string, Amount> & { bucket_at: Date }>(selectBuckets, parameters);
  return rows.map((row) => ({
    atMs: row.bucket_at.getTime(),
    counts: {
      enqueued: Number(row['enqueued']),
      completed: Number(row['completed']),
      failed: Number(row['failed']),
      died: Number(row['died']),
    },
    wait: histogramOf(row, 'wait'),
    run: histogramOf(row, 'run'),
    depth: Number(row['depth']),
    inProgress: Number(row['in_progress']),
    dead: Number(row['dead']),
  }));
};

/** Forgets statistics past their time; tells how many rows. */
export const pruneStatistics = async (sql: Sql, limit: number): Promise<number> => {
  let pruned = 0;
  for (const width of widths)
    pruned += (await sql.change(deleteOldStatistics, [statisticsWidths[width], keptHours[width], limit]))
      .affectedRows;
  return pruned;
};
