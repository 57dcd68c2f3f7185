import { useElementSize } from '@mantine/hooks';
import { useRef } from 'react';
import { nameOfZone, useZone } from '../../../time/zone.js';
import { LaneAxis } from './lane-axis.js';
import { barHeight, LaneBar, type BarPlace } from './lane-bar.js';
import { LanePatterns } from './lane-patterns.js';
import { placeOf, type Bar, type Span } from './lane.js';
import { wordRun } from './run-words.js';
import { useLaneKeys } from './use-lane-keys.js';
import { useLanePointer, type LaneSpan } from './use-lane-span.js';
import './lane.css';

const axisTop = barHeight + 16;
const laneHeight = axisTop + 22;
const leastWidth = 1.5;
const gap = 1;

/** A bar is at least a hair wide, but never reaches into the one after it unless the runs themselves do. */
const placeBar = (bar: Bar, next: Bar | undefined, span: Span, width: number): BarPlace => {
  const x = placeOf(bar.fromMs, span, width);
  const end = placeOf(bar.toMs, span, width);
  const room =
    next === undefined || next.overlaps ? Number.POSITIVE_INFINITY : placeOf(next.fromMs, span, width) - x;
  const wanted = Math.max(end - x - gap, leastWidth);
  return { x, width: Math.max(Math.min(wanted, room), 0.5) };
};

interface HistoryLaneProps {
  readonly bars: readonly Bar[];
  readonly lane: LaneSpan;
  readonly whole: Span;
  readonly current: Bar | undefined;
  readonly onCurrent: (bar: Bar) => void;
}

/** One lane of who ran when: oldest at the left, now at the right. */
export const HistoryLane = ({ bars, lane, whole, current, onCurrent }: HistoryLaneProps) => {
  const { ref, width } = useElementSize<HTMLFieldSetElement>();
  const svg = useRef<SVGSVGElement>(null);
  const zone = nameOfZone(useZone());
  const pointer = useLanePointer(svg, lane, whole);
  const { followed, onKeyDown } = useLaneKeys({ svg, bars, lane, whole, onCurrent });
  const { span } = lane;
  return (
    <fieldset ref={ref} className="lane-frame" aria-label="Who ran when">
      <svg
        ref={svg}
        className="lane"
        width={width}
        height={laneHeight}
        data-dragging={pointer.isDragging}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.onPointerUp}
        onPointerLeave={pointer.onPointerLeave}
      >
        <LanePatterns />
        <rect className="lane-ground" x={0} y={8} width={width} height={barHeight} />
        {width > 0 &&
          bars.map((bar, index) => {
            const isShown = bar.toMs >= span.fromMs && bar.fromMs <= span.toMs;
            if (!isShown && bar.key !== followed) return null;
            return (
              <LaneBar
                key={bar.key}
                bar={bar}
                place={placeBar(bar, bars[index + 1], span, width)}
                label={wordRun(bar.run, zone)}
                isCurrent={bar.key === current?.key}
                onCurrent={() => onCurrent(bar)}
                onKeyDown={(event) => onKeyDown(event, index)}
              />
            );
          })}
        <LaneAxis span={span} width={width} top={axisTop} zone={zone} />
      </svg>
    </fieldset>
  );
};
