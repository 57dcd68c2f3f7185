import type { ThreadRun } from '@spool/contracts';

/** A stretch of time on the screen. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A run as the lane draws it; one that goes on ends now. */
export interface Bar extends Span {
  readonly key: string;
  readonly run: ThreadRun;
  /** It began before another one had ended: this must never be (R1). */
  readonly overlaps: boolean;
}

/** Names a run. */
export const keyOfRun = ({ taskId, attempt }: ThreadRun): string => `${taskId}/${attempt}`;

const byStart = (left: Span, right: Span): number => left.fromMs - right.fromMs || left.toMs - right.toMs;

/** Runs in the order of their starts, each held against the latest end of all before it. */
export const barsOf = (runs: readonly ThreadRun[], nowMs: number): Bar[] => {
  const spans = runs.map((run) => {
    const fromMs = Date.parse(run.startedAt);
    const toMs = run.endedAt === null ? Math.max(nowMs, fromMs) : Date.parse(run.endedAt);
    return { key: keyOfRun(run), run, fromMs, toMs };
  });
  let latestEndMs = Number.NEGATIVE_INFINITY;
  return spans.sort(byStart).map((bar) => {
    const overlaps = bar.fromMs < latestEndMs;
    latestEndMs = Math.max(latestEndMs, bar.toMs);
    return { ...bar, overlaps };
  });
};

const leastSpanMs = 20;
const margin = 0.02;

/** From the first run to now, with a little room; where nothing ran, the last minute. */
export const spanOf = (bars: readonly Bar[], nowMs: number): Span => {
  const fromMs = bars[0]?.fromMs ?? nowMs - 60_000;
  const toMs = Math.max(nowMs, ...bars.slice(-1).map((bar) => bar.toMs), fromMs + leastSpanMs);
  const roomMs = (toMs - fromMs) * margin;
  return { fromMs: fromMs - roomMs, toMs: toMs + roomMs };
};

const within = (span: Span, whole: Span): Span => {
  const lengthMs = Math.min(span.toMs - span.fromMs, whole.toMs - whole.fromMs);
  const fromMs = Math.min(Math.max(span.fromMs, whole.fromMs), whole.toMs - lengthMs);
  return { fromMs, toMs: fromMs + lengthMs };
};

/** Shows so many times as much time, around a moment that stays where it is. */
export const zoomSpan = (span: Span, factor: number, aroundMs: number, whole: Span): Span => {
  const lengthMs = span.toMs - span.fromMs;
  const newMs = Math.max(lengthMs * factor, leastSpanMs);
  const share = (aroundMs - span.fromMs) / lengthMs;
  const fromMs = aroundMs - newMs * share;
  return within({ fromMs, toMs: fromMs + newMs }, whole);
};

/** Shows an earlier or later stretch of the same length. */
export const moveSpan = (span: Span, byMs: number, whole: Span): Span =>
  within({ fromMs: span.fromMs + byMs, toMs: span.toMs + byMs }, whole);

/** The least move that brings a run onto the screen. */
export const revealIn = (span: Span, bar: Span, whole: Span): Span => {
  if (bar.fromMs < span.fromMs) return moveSpan(span, bar.fromMs - span.fromMs, whole);
  if (bar.fromMs > span.toMs) return moveSpan(span, Math.min(bar.toMs, bar.fromMs + 1) - span.toMs, whole);
  return span;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  second,
  2 * second,
  5 * second,
  10 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  30 * day,
] as const;

/** Round moments for the axis, at most so many, and the step between them. */
export const ticksOf = (
  { fromMs, toMs }: Span,
  most: number,
): { readonly atMs: number[]; readonly stepMs: number } => {
  const lengthMs = toMs - fromMs;
  const stepMs = steps.find((step) => lengthMs / step <= most) ?? Math.ceil(lengthMs / most / day) * day;
  const first = Math.ceil(fromMs / stepMs) * stepMs;
  const count = Math.max(0, Math.floor((toMs - first) / stepMs) + 1);
  return { atMs: Array.from({ length: count }, (_, index) => first + index * stepMs), stepMs };
};

/** Where a moment stands on a lane of this width. */
export const placeOf = (atMs: number, { fromMs, toMs }: Span, width: number): number =>
  ((atMs - fromMs) / (toMs - fromMs)) * width;
