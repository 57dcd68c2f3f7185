import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useStatistics } from '../api/statistics.js';
import { Section } from '../components/page.js';
import './charts.css';

const Charts = lazy(async () => {
  const { StatisticsCharts } = await import('./statistics-charts.js');
  return { default: StatisticsCharts };
});

const chartHeightPx = 160;

const Waiting = () => (
  <div className="charts">
    <Skeleton height={chartHeightPx} />
    <Skeleton height={chartHeightPx} />
  </div>
);

/** The last hour in pictures: throughput and latency, of one queue or of all. */
export const StatisticsSection = ({ queue }: { readonly queue?: string }) => {
  const { data } = useStatistics(queue);
  return (
    <Section title="The last hour">
      {data === undefined ? (
        <Waiting />
      ) : (
        <Suspense fallback={<Waiting />}>
          <Charts statistics={data} heightPx={chartHeightPx} />
        </Suspense>
      )}
    </Section>
  );
};
