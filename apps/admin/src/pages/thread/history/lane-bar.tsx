import type { ThreadRun } from '@spool/contracts';
import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Bar } from './lane.js';

/** What became of a run, in the word that the lane uses. */
export const outcomeOf = ({ outcome }: ThreadRun): 'running' | 'completed' | 'failed' | 'lapsed' =>
  outcome ?? 'running';

/** Where a bar stands on the lane, in pixels. */
export interface BarPlace {
  readonly x: number;
  readonly width: number;
}

interface LaneBarProps {
  readonly bar: Bar;
  readonly place: BarPlace;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onCurrent: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const laneTop = 8;
/** How high a bar is, in pixels. */
export const barHeight = 36;
const labelled = 52;
const roundest = 3;

/** One run: a link to its task, reached with the arrow keys. */
export const LaneBar = ({ bar, place, label, isCurrent, onCurrent, onKeyDown }: LaneBarProps) => {
  const router = useRouter();
  const href = `/tasks/${bar.run.taskId}`;
  const { x, width } = place;
  const shape = { x, y: laneTop, width, height: barHeight, rx: Math.min(roundest, width / 2) };
  return (
    <a
      className="lane-bar"
      href={href}
      data-run={bar.key}
      data-outcome={outcomeOf(bar.run)}
      data-overlaps={bar.overlaps}
      data-current={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      onFocus={onCurrent}
      onPointerEnter={onCurrent}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      <rect className="lane-bar-ground" {...shape} />
      <rect className="lane-bar-body" {...shape} />
      {width > labelled && (
        <text className="lane-bar-label" x={x + 7} y={laneTop + 22} clipPath="inset(0)">
          {bar.run.taskId}
        </text>
      )}
    </a>
  );
};
