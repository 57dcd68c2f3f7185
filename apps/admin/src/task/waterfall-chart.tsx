import type { TaskDetail } from '@spool/contracts';
import { useNow } from '../time/use-now.js';
import { wordDuration } from '../time/words.js';
import { waterfallOf, type Lane, type Stretch, type StretchKind, type Waterfall } from './waterfall.js';
import './waterfall.css';

const words: Record<StretchKind, string> = {
  scheduled: 'scheduled',
  waiting: 'waiting',
  backoff: 'backoff',
  running: 'running',
  completed: 'done',
  failed: 'failed',
};

const shortestShownMs = 1_000;

const wordLength = ({ fromMs, toMs }: Stretch): string =>
  toMs - fromMs < shortestShownMs ? `${toMs - fromMs} ms` : wordDuration(toMs - fromMs);

const wordStretch = (stretch: Stretch): string => `${words[stretch.kind]} ${wordLength(stretch)}`;

const Bar = ({ stretch, span }: { readonly stretch: Stretch; readonly span: Waterfall }) => {
  const scale = 100 / (span.toMs - span.fromMs);
  return (
    <span
      className="stretch"
      data-kind={stretch.kind}
      title={wordStretch(stretch)}
      style={{
        insetInlineStart: `${(stretch.fromMs - span.fromMs) * scale}%`,
        width: `${(stretch.toMs - stretch.fromMs) * scale}%`,
      }}
    />
  );
};

const LaneRow = ({ lane, span }: { readonly lane: Lane; readonly span: Waterfall }) => (
  <li className="lane">
    <span className="lane-name">Attempt {lane.attempt}</span>
    <span className="lane-track" aria-hidden="true">
      {lane.stretches.map((stretch) => (
        <Bar key={`${stretch.kind} ${stretch.fromMs}`} stretch={stretch} span={span} />
      ))}
    </span>
    <span className="lane-words">{lane.stretches.map(wordStretch).join(' · ')}</span>
  </li>
);

/** Where a task's time went: waiting, running, failed, backoff, a lane for each attempt. */
export const WaterfallChart = ({ task }: { readonly task: TaskDetail }) => {
  const span = waterfallOf(task, useNow());
  return (
    <div className="waterfall">
      {span.omitted > 0 && (
        <p className="faint section-text">{span.omitted} earlier attempts are left out.</p>
      )}
      <ol aria-label="Waterfall">
        {span.lanes.map((lane, index) => (
          <LaneRow key={`${lane.attempt} ${index}`} lane={lane} span={span} />
        ))}
      </ol>
    </div>
  );
};
