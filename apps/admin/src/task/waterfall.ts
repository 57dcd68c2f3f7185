import type { TaskDetail } from '@spool/contracts';

/** What a task did for a stretch of time. */
export type StretchKind = 'scheduled' | 'waiting' | 'backoff' | 'running' | 'completed' | 'failed';

/** A stretch of time, in milliseconds since 1970. */
export interface Stretch {
  readonly kind: StretchKind;
  readonly fromMs: number;
  readonly toMs: number;
}

/** One attempt, with the wait before it. */
export interface Lane {
  readonly attempt: number;
  readonly stretches: readonly Stretch[];
}

/** A task's life on one axis of time. */
export interface Waterfall {
  readonly fromMs: number;
  readonly toMs: number;
  readonly lanes: readonly Lane[];
  /** How many earlier attempts are left out. */
  readonly omitted: number;
}

const mostLanes = 30;

const kept = (stretches: readonly Stretch[]): Stretch[] =>
  stretches.filter(({ fromMs, toMs }) => toMs > fromMs);

/** What passes between a task's coming (or its last failure) and the start of an attempt. */
const waitBefore = (
  sinceMs: number,
  untilMs: number,
  due: { readonly ms: number; readonly kind: StretchKind },
) => {
  const dueMs = Math.min(Math.max(due.ms, sinceMs), untilMs);
  return kept([
    { kind: due.kind, fromMs: sinceMs, toMs: dueMs },
    { kind: 'waiting', fromMs: dueMs, toMs: untilMs },
  ]);
};

type Attempt = TaskDetail['history'][number];

const runOf = ({ startedAt, endedAt, outcome }: Attempt, nowMs: number): Stretch => ({
  kind: outcome === null ? 'running' : outcome === 'completed' ? 'completed' : 'failed',
  fromMs: Date.parse(startedAt),
  toMs: endedAt === null ? nowMs : Date.parse(endedAt),
});

/** Where the time went: a lane for each attempt, and one for the attempt that is to come. */
export const waterfallOf = (task: TaskDetail, nowMs: number): Waterfall => {
  const dueMs = Date.parse(task.scheduledAt);
  let sinceMs = Date.parse(task.enqueuedAt);
  const lanes: Lane[] = [];
  for (const [index, attempt] of task.history.entries()) {
    const run = runOf(attempt, nowMs);
    const isLast = index === task.history.length - 1;
    // Only the last attempt's time is known: that of an earlier one was replaced when it was retried.
    const kind = index === 0 ? 'scheduled' : 'backoff';
    const isTimeKnown = isLast && task.state !== 'ENQUEUED';
    const due = { kind, ms: isTimeKnown ? dueMs : index === 0 ? sinceMs : run.fromMs } as const;
    const stretches = [...waitBefore(sinceMs, run.fromMs, due), run];
    lanes.push({ attempt: attempt.attempt, stretches: kept(stretches) });
    sinceMs = run.toMs;
  }
  if (task.state === 'ENQUEUED') {
    const kind = task.history.length === 0 ? 'scheduled' : 'backoff';
    const stretches = waitBefore(sinceMs, Math.max(nowMs, dueMs), { ms: dueMs, kind });
    lanes.push({ attempt: task.attempt + 1, stretches });
  }
  const times = lanes.flatMap((lane) => lane.stretches.flatMap(({ fromMs, toMs }) => [fromMs, toMs]));
  const shown = lanes.slice(-mostLanes);
  const fromMs = shown[0]?.stretches[0]?.fromMs ?? sinceMs;
  return { fromMs, toMs: Math.max(fromMs + 1, ...times), lanes: shown, omitted: lanes.length - shown.length };
};
