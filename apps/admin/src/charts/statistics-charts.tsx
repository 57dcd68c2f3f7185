import { LineChart, type LineChartSeries } from '@mantine/charts';
import type { Statistics } from '@spool/contracts';
import { timeOfDay } from '../time/words.js';
import { nameOfZone, useZone } from '../time/zone.js';
import '@mantine/charts/styles.css';

interface ChartsProps {
  readonly statistics: Statistics;
  readonly heightPx: number;
}

const throughput: LineChartSeries[] = [
  { name: 'enqueued', color: 'var(--state-scheduled)', strokeDasharray: '4 3' },
  { name: 'completed', color: 'var(--state-done)' },
  { name: 'failed', color: 'var(--state-dead)' },
];

const latency: LineChartSeries[] = [
  { name: 'wait p95', color: 'var(--state-backoff)', strokeDasharray: '4 3' },
  { name: 'run p95', color: 'var(--state-running)' },
];

const hourAndMinute = 5;
const secondMs = 1_000;

const wordMs = (ms: number): string =>
  ms < secondMs
    ? `${Math.round(ms)} ms`
    : `${(ms / secondMs).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;

const sum = (numbers: readonly number[]): string =>
  numbers.reduce((total, number) => total + number, 0).toLocaleString('en-US');

const axis = { tickLine: false, axisLine: false } as const;

/** Throughput and latency, a point for each step of time. */
export const StatisticsCharts = ({ statistics: { points }, heightPx }: ChartsProps) => {
  const zone = nameOfZone(useZone());
  const data = points.map(({ at, enqueued, completed, failed, wait, run }) => ({
    at: timeOfDay(at, zone).slice(0, hourAndMinute),
    enqueued,
    completed,
    failed,
    'wait p95': wait?.p95Ms ?? null,
    'run p95': run?.p95Ms ?? null,
  }));
  const counts = `${sum(points.map((point) => point.enqueued))} enqueued, ${sum(points.map((point) => point.completed))} completed, ${sum(points.map((point) => point.failed))} failed`;
  const shared = {
    h: heightPx,
    data,
    dataKey: 'at',
    withDots: false,
    withLegend: true,
    curveType: 'monotone',
    strokeWidth: 1.5,
    gridProps: { stroke: 'var(--hairline)' },
    xAxisProps: { ...axis, minTickGap: 48 },
    lineChartProps: { accessibilityLayer: false },
  } as const;
  return (
    <div className="charts">
      <figure>
        <figcaption>Tasks a minute: {counts}</figcaption>
        <LineChart
          {...shared}
          series={throughput}
          yAxisProps={{ ...axis, width: 40, allowDecimals: false }}
        />
      </figure>
      <figure>
        <figcaption>Latency: from due to dequeued, and from dequeued to settled</figcaption>
        <LineChart
          {...shared}
          series={latency}
          valueFormatter={wordMs}
          // A minute of work between idle ones is a point without a line.
          withDots
          dotProps={{ r: 1.75, strokeWidth: 0 }}
          connectNulls={false}
          yAxisProps={{ ...axis, width: 56 }}
        />
      </figure>
    </div>
  );
};
