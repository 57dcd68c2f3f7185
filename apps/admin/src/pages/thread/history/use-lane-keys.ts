import { useState, type KeyboardEvent, type RefObject } from 'react';
import { revealIn, type Bar, type Span } from './lane.js';
import type { LaneSpan } from './use-lane-span.js';

const zoomStep = 0.5;

interface KeyedLane {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly bars: readonly Bar[];
  readonly lane: LaneSpan;
  readonly whole: Span;
  readonly onCurrent: (bar: Bar) => void;
}

const focusRun = (lane: SVGSVGElement | null, { key }: Bar): boolean => {
  const run = lane?.querySelector<SVGAElement>(`[data-run="${key}"]`);
  run?.focus();
  return Boolean(run);
};

/** Walks and zooms a lane with keys. `followed` is the run that the keys led to: it is drawn also out of sight. */
export const useLaneKeys = ({ svg, bars, lane, whole, onCurrent }: KeyedLane) => {
  const [followed, setFollowed] = useState<string | null>(null);
  const go = (to: Bar | undefined): void => {
    if (to === undefined) return;
    onCurrent(to);
    setFollowed(to.key);
    const revealed = revealIn(lane.span, to, whole);
    if (revealed !== lane.span) lane.show(revealed);
    // A run out of sight is drawn first, and can take the focus then.
    if (!focusRun(svg.current, to)) requestAnimationFrame(() => focusRun(svg.current, to));
  };
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const goals: Record<string, () => void> = {
      ArrowLeft: () => go(bars[at - 1]),
      ArrowRight: () => go(bars[at + 1]),
      Home: () => go(bars[0]),
      End: () => go(bars.at(-1)),
      '+': () => lane.zoom(zoomStep),
      '=': () => lane.zoom(zoomStep),
      '-': () => lane.zoom(1 / zoomStep),
      '0': () => lane.showAll(),
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goal();
  };
  return { followed, onKeyDown };
};
