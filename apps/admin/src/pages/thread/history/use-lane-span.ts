import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { moveSpan, zoomSpan, type Span } from './lane.js';

const wheelStep = 0.0015;

/** The stretch of time that a lane shows: everything, until it is zoomed or moved. */
export interface LaneSpan {
  readonly span: Span;
  readonly isWhole: boolean;
  readonly zoom: (factor: number) => void;
  readonly show: (span: Span) => void;
  readonly showAll: () => void;
}

/** Holds the stretch that is shown; `chosen` comes from the address of the page, so that a view is a link. */
export const useLaneSpan = (
  whole: Span,
  chosen: Span | null,
  onChoose: (span: Span | null) => void,
): LaneSpan => {
  const span = chosen ?? whole;
  const show = (next: Span): void =>
    onChoose(next.fromMs <= whole.fromMs && next.toMs >= whole.toMs ? null : next);
  return {
    span,
    isWhole: chosen === null,
    zoom: (factor) => show(zoomSpan(span, factor, (span.fromMs + span.toMs) / 2, whole)),
    show,
    showAll: () => onChoose(null),
  };
};

/** Drags a lane along, and zooms it with Ctrl or ⌘ and the wheel; a plain wheel goes on scrolling the page. */
export const useLanePointer = (
  element: RefObject<SVGSVGElement | null>,
  { span, show }: LaneSpan,
  whole: Span,
) => {
  const [dragged, setDragged] = useState<{ readonly x: number; readonly span: Span } | null>(null);
  const latest = useRef({ span, show, whole });
  useEffect(() => {
    latest.current = { span, show, whole };
  });
  useEffect(() => {
    const svg = element.current;
    const onWheel = (event: WheelEvent): void => {
      if (svg === null || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const now = latest.current;
      const box = svg.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const aroundMs = now.span.fromMs + share * (now.span.toMs - now.span.fromMs);
      now.show(zoomSpan(now.span, Math.exp(event.deltaY * wheelStep), aroundMs, now.whole));
    };
    // React's own wheel listener cannot keep the page from scrolling.
    svg?.addEventListener('wheel', onWheel, { passive: false });
    return () => svg?.removeEventListener('wheel', onWheel);
  }, [element]);
  return {
    isDragging: dragged !== null,
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button === 0) setDragged({ x: event.clientX, span });
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (dragged === null) return;
      const msPerPixel = (dragged.span.toMs - dragged.span.fromMs) / event.currentTarget.clientWidth;
      const byMs = (dragged.x - event.clientX) * msPerPixel;
      if (byMs !== 0) show(moveSpan(dragged.span, byMs, whole));
    },
    onPointerUp: () => setDragged(null),
    onPointerLeave: () => setDragged(null),
  };
};
