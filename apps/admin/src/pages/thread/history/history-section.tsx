import { Button } from '@mantine/core';
import type { ThreadRun } from '@spool/contracts';
import { useMemo, useState } from 'react';
import { ProblemNotice } from '../../../components/problem-notice.js';
import { Section } from '../../../components/page.js';
import { useHistory, type ThreadName } from '../../../api/threads.js';
import { TaskLink } from '../../../components/task-links.js';
import { FullMoment } from '../../../time/moment.js';
import { useNow } from '../../../time/use-now.js';
import { nameOfZone, useZone } from '../../../time/zone.js';
import { HistoryLane } from './history-lane.js';
import { outcomeOf } from './lane-bar.js';
import { barsOf, spanOf, type Bar, type Span } from './lane.js';
import { wordOutcome, wordSpan } from './run-words.js';
import { useLaneSpan, type LaneSpan } from './use-lane-span.js';
import './history-section.css';

const halved = 0.5;

const Verdict = ({ bars, isComplete }: { readonly bars: readonly Bar[]; readonly isComplete: boolean }) => {
  const overlapping = bars.filter(({ overlaps }) => overlaps).length;
  const count = bars.length.toLocaleString('en-US');
  const whose = isComplete ? `these ${count} runs` : `the newest ${count} runs`;
  if (bars.length < 2) return null;
  return overlapping === 0 ? (
    <p className="lane-verdict" data-holds="true">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 8.5 6.5 12 13 4.5" />
      </svg>
      No two of {whose} overlap.
    </p>
  ) : (
    <p className="lane-verdict" data-holds="false" role="alert">
      {overlapping === 1 ? '1 run overlaps' : `${overlapping} runs overlap`} another one. This must never be:
      please report it.
    </p>
  );
};

const RunFacts = ({ run }: { readonly run: ThreadRun }) => {
  const zone = nameOfZone(useZone());
  return (
    <p className="run-facts" data-outcome={outcomeOf(run)}>
      <span>
        Task <TaskLink id={run.taskId} />, attempt {run.attempt}, <strong>{wordOutcome(run)}</strong> on{' '}
        <bdi className="stranger">{run.workerId}</bdi>
      </span>
      <span className="run-times">
        {wordSpan(run, zone)} {zone}
      </span>
      {run.error !== undefined && (
        <span className="run-error">
          {run.error.type !== null && <bdi className="stranger">{run.error.type}</bdi>}{' '}
          <bdi>{run.error.message}</bdi>
        </span>
      )}
    </p>
  );
};

const Zoom = ({ lane }: { readonly lane: LaneSpan }) => (
  <fieldset className="lane-zoom" aria-label="Zoom">
    <Button variant="default" size="compact-xs" aria-label="Zoom in" onClick={() => lane.zoom(halved)}>
      +
    </Button>
    <Button variant="default" size="compact-xs" aria-label="Zoom out" onClick={() => lane.zoom(1 / halved)}>
      −
    </Button>
    <Button variant="default" size="compact-xs" disabled={lane.isWhole} onClick={lane.showAll}>
      All
    </Button>
  </fieldset>
);

const Legend = () => (
  <ul className="lane-legend" aria-label="Legend">
    {(['running', 'completed', 'failed', 'lapsed'] as const).map((outcome) => (
      <li key={outcome}>
        <svg viewBox="0 0 16 12" className="lane-bar" data-outcome={outcome} aria-hidden="true">
          <rect className="lane-bar-body" x="1" y="1" width="14" height="10" rx="2" />
        </svg>
        {outcome}
      </li>
    ))}
  </ul>
);

interface LoadedProps {
  readonly runs: readonly ThreadRun[];
  readonly zoom: Span | null;
  readonly onZoom: (span: Span | null) => void;
  readonly isComplete: boolean;
}

const Loaded = ({ runs, zoom, onZoom, isComplete }: LoadedProps) => {
  const nowMs = useNow();
  const hasRunning = runs.some(({ endedAt }) => endedAt === null);
  const endMs = hasRunning ? nowMs : Math.floor(nowMs / 10_000) * 10_000;
  const bars = useMemo(() => barsOf(runs, endMs), [runs, endMs]);
  const whole = useMemo(() => spanOf(bars, endMs), [bars, endMs]);
  const lane = useLaneSpan(whole, zoom, onZoom);
  const [chosen, setChosen] = useState<string | null>(null);
  const current = bars.find(({ key }) => key === chosen) ?? bars.at(-1);
  return (
    <>
      <div className="lane-head">
        <Verdict bars={bars} isComplete={isComplete} />
        <Legend />
        <Zoom lane={lane} />
      </div>
      <HistoryLane
        bars={bars}
        lane={lane}
        whole={whole}
        current={current}
        onCurrent={({ key }) => setChosen(key)}
      />
      {current !== undefined && <RunFacts run={current.run} />}
    </>
  );
};

interface HistorySectionProps {
  readonly name: ThreadName;
  readonly zoom: Span | null;
  readonly onZoom: (span: Span | null) => void;
}

/** Who ran when: one lane, on which no two bars can overlap (R1). */
export const HistorySection = ({ name, zoom, onZoom }: HistorySectionProps) => {
  const { pages: query, runs, lookedBackTo } = useHistory(name);
  return (
    <Section title="History">
      {query.data === undefined && query.error !== null && (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === undefined && query.error === null && <div className="lane-skeleton" aria-busy="true" />}
      {query.data !== undefined && runs.length === 0 && (
        <p className="section-text faint">
          No run of this thread is kept{lookedBackTo === null ? '' : ' so far back'}.
        </p>
      )}
      {runs.length > 0 && <Loaded runs={runs} zoom={zoom} onZoom={onZoom} isComplete={!query.hasNextPage} />}
      {query.hasNextPage && (
        <p className="lane-older">
          <Button
            variant="default"
            size="compact-xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load older runs
          </Button>
          <span className="faint">
            Complete back to <FullMoment at={lookedBackTo} />
          </span>
        </p>
      )}
    </Section>
  );
};
