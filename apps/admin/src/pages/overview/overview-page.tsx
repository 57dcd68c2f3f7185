import type { Queue, QueueCounts } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { useErrorGroups } from '../../api/error-groups.js';
import { useAllQueues } from '../../api/queues.js';
import { useOldestThreads } from '../../api/threads.js';
import { useAllWorkers } from '../../api/workers.js';
import { StatisticsSection } from '../../charts/statistics-section.js';
import { ErrorGroupTable } from '../../components/error-group-table.js';
import { Page, Section } from '../../components/page.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { CountTile, Tile, Tiles } from '../../components/tiles.js';
import { useNow } from '../../time/use-now.js';
import { wordDuration } from '../../time/words.js';
import { FirstSteps } from './first-steps.js';
import { RecentOperations } from './recent-operations.js';
import { Verdict } from './verdict.js';
import { WaitingThreads } from './waiting-threads.js';

const shownGroups = 6;
const shownThreads = 6;

const totalOf = (queues: readonly Queue[], count: keyof QueueCounts): number =>
  queues.reduce((sum, { counts }) => sum + counts[count], 0);

const oldestOf = (queues: readonly Queue[]): number | null => {
  const times = queues.flatMap(({ oldestReadyAt, paused }) =>
    oldestReadyAt === null || paused ? [] : [Date.parse(oldestReadyAt)],
  );
  return times.length === 0 ? null : Math.min(...times);
};

const tasksIn = (state: string) => ({ to: '/tasks', search: { q: `state:${state}` } }) as const;

const Numbers = ({ queues }: { readonly queues: readonly Queue[] }) => {
  const nowMs = useNow();
  const oldestMs = oldestOf(queues);
  const age = oldestMs === null ? '–' : wordDuration(nowMs - oldestMs);
  return (
    <Tiles label="Tasks now">
      <CountTile label="Ready" situation="ready" count={totalOf(queues, 'ready')} link={tasksIn('ready')} />
      <CountTile
        label="Running"
        situation="running"
        count={totalOf(queues, 'inProgress')}
        link={tasksIn('running')}
      />
      <CountTile
        label="Waiting"
        situation="waiting"
        count={totalOf(queues, 'waiting')}
        link={tasksIn('waiting')}
      />
      <CountTile
        label="Backoff"
        situation="backoff"
        count={totalOf(queues, 'backoff')}
        link={tasksIn('backoff')}
      />
      <CountTile label="Dead" situation="dead" count={totalOf(queues, 'dead')} link={{ to: '/dlq' }} />
      <Tile label="Oldest ready" value={age} isQuiet={oldestMs === null} />
    </Tiles>
  );
};

const Overview = ({ queues }: { readonly queues: readonly Queue[] }) => {
  const groups = useErrorGroups({ limit: shownGroups }).data?.items ?? [];
  const threads = useOldestThreads(shownThreads).data?.items ?? [];
  const workers = useAllWorkers();
  if (queues.length === 0) return <FirstSteps />;
  return (
    <>
      {workers.data !== undefined && (
        <Verdict seen={{ queues, workers: workers.data.items, groups, threads }} />
      )}
      <Numbers queues={queues} />
      <StatisticsSection />
      <div className="overview-columns">
        <Section title="Top errors" aside={<Link to="/dlq">All dead tasks</Link>}>
          {groups.length === 0 ? (
            <p className="faint section-text">No task is dead.</p>
          ) : (
            <ErrorGroupTable groups={groups} />
          )}
        </Section>
        <Section title="Longest-waiting threads" aside={<Link to="/threads">All threads</Link>}>
          {threads.length === 0 ? (
            <p className="faint section-text">No thread has a member.</p>
          ) : (
            <WaitingThreads threads={threads} />
          )}
        </Section>
        <RecentOperations />
      </div>
    </>
  );
};

/** What needs somebody, and how the work goes. */
export const OverviewPage = () => (
  <Page title="Overview">
    <SingleAnswer query={useAllQueues()}>{({ items }) => <Overview queues={items} />}</SingleAnswer>
  </Page>
);
