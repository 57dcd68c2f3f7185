import { absoluteTime } from '../../../time/words.js';
import { placeOf, ticksOf, type Span } from './lane.js';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
const roomOfLabel = 110;
const edge = 36;

/** A tick says as much as its step needs. */
const wordTick = (atMs: number, stepMs: number, zone: string): string => {
  const full = absoluteTime(new Date(atMs).toISOString(), zone);
  if (stepMs >= dayMs) return full.slice(0, 10);
  if (stepMs >= minuteMs) return full.slice(11, 16);
  return full.slice(11, stepMs >= secondMs ? 19 : 23);
};

interface LaneAxisProps {
  readonly span: Span;
  readonly width: number;
  readonly top: number;
  readonly zone: string;
}

/** Round moments below the lane. */
export const LaneAxis = ({ span, width, top, zone }: LaneAxisProps) => {
  const { atMs, stepMs } = ticksOf(span, Math.max(2, Math.floor(width / roomOfLabel)));
  return (
    <g className="lane-axis" aria-hidden="true">
      <line x1={0} x2={width} y1={top} y2={top} />
      {atMs.map((tick) => {
        const x = placeOf(tick, span, width);
        return (
          <g key={tick}>
            <line x1={x} x2={x} y1={top} y2={top + 4} />
            {x > edge && x < width - edge && (
              <text x={x} y={top + 16} textAnchor="middle">
                {wordTick(tick, stepMs, zone)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
};
