import type { Cause, FailureForecast, NextStep, TaskSummary } from '@spool/contracts';
import { absoluteTime, relativeTime, timeOfDay } from '../../time/words.js';

const minuteMs = 60_000;

const dateOf = (at: string, zone: string): string => absoluteTime(at, zone).slice(0, 10);

/** A time to speak of: the minute alone when it is not close, the date only when it is another day. */
const spokenTime = (at: string, { nowMs, zone }: Reading): string => {
  const isClose = Math.abs(Date.parse(at) - nowMs) < minuteMs;
  const time = timeOfDay(at, zone).slice(0, isClose ? 8 : 5);
  const date = dateOf(at, zone);
  return date === dateOf(new Date(nowMs).toISOString(), zone) ? time : `${date} ${time}`;
};

/** When and in which zone a sentence is read. */
export interface Reading {
  readonly nowMs: number;
  /** The zone's name. */
  readonly zone: string;
}

/** What puts one member before another. */
export interface Comparison {
  /** The times as far as they must be told to tell them apart. */
  readonly firstTime: string;
  readonly secondTime: string;
  readonly decidedBy: 'time' | 'id';
  readonly verdict: string;
}

/** The comparison that puts a head before the member after it (R2): the earlier time, at the same time the smaller id. */
export const compareMembers = (head: TaskSummary, other: TaskSummary, zone: string): Comparison => {
  const isSameDay = dateOf(head.scheduledAt, zone) === dateOf(other.scheduledAt, zone);
  const tell = ({ scheduledAt }: TaskSummary): string =>
    isSameDay ? timeOfDay(scheduledAt, zone) : absoluteTime(scheduledAt, zone).slice(0, 23);
  const isSameTime = head.scheduledAt === other.scheduledAt;
  return {
    firstTime: tell(head),
    secondTime: tell(other),
    decidedBy: isSameTime ? 'id' : 'time',
    verdict: isSameTime ? 'same time, smaller id' : 'earlier time',
  };
};

const wordHeadsTurn = (head: TaskSummary, reading: Reading): string => {
  if (head.phase === 'paused') return `${head.id} is next, once queue ${head.queue} is resumed.`;
  const { scheduledAt, attempt, maxAttempts } = head;
  if (Date.parse(scheduledAt) <= reading.nowMs) return `${head.id} runs at once.`;
  const due = `due at ${spokenTime(scheduledAt, reading)} (${relativeTime(scheduledAt, reading.nowMs)})`;
  return attempt === 0
    ? `${head.id} is next: it is ${due}.`
    : `${head.id} is next: its attempt ${attempt + 1} of ${maxAttempts} is ${due}.`;
};

/** What happens when the running member finishes. `head`: null for none, `hidden` where it may not be read. */
export const wordWhenFinished = (
  runningId: string | null,
  head: TaskSummary | 'hidden' | null,
  reading: Reading,
): string => {
  const when = `When ${runningId ?? 'it'} finishes, `;
  if (head === null) return `${when}the thread has no member left and ceases to exist.`;
  if (head === 'hidden') return `${when}a task in a queue that you may not read is next.`;
  return when + wordHeadsTurn(head, reading);
};

/** What happens when the running member fails. */
export const wordIfFailed = (
  forecast: FailureForecast,
  running: TaskSummary,
  head: TaskSummary | 'hidden' | null,
  reading: Reading,
): string => {
  const known = head === 'hidden' ? null : head;
  if (forecast.outcome === 'dead') {
    const next = known === null ? '' : ` ${wordHeadsTurn(known, reading)}`;
    return `If it fails, it is dead: this is its last attempt of ${running.maxAttempts}.${next}`;
  }
  const due = `If it fails, its attempt ${forecast.attempt} of ${running.maxAttempts} is due at about ${spokenTime(forecast.at, reading)}`;
  if (known === null || known.scheduledAt <= forecast.at) return `${due}.`;
  return `${due}, before ${known.id}.`;
};

/** What the head of a thread in which nobody runs waits for. */
export const wordHeadsNext = (next: NextStep, head: TaskSummary, reading: Reading): string => {
  switch (next.code) {
    case 'ready':
      return `${head.id} runs as soon as a worker of ${head.queue} asks.`;
    case 'at_time':
      return next.at === undefined
        ? `${head.id} runs when its time comes.`
        : `${head.id} runs at ${spokenTime(next.at, reading)} (${relativeTime(next.at, reading.nowMs)}).`;
    case 'after_resume':
      return `${head.id} runs when queue ${head.queue} is resumed.`;
    case 'after_task':
    case 'none':
      return '';
  }
};

const wordCause = ({ code, queue, until }: Cause, head: TaskSummary, nowMs: number): string => {
  const when = until === undefined ? 'later' : relativeTime(until, nowMs);
  switch (code) {
    case 'queue_paused':
      return `queue ${queue ?? head.queue} is paused`;
    case 'backoff':
      return `the head, ${head.id}, waits for its attempt ${head.attempt + 1}, due ${when}`;
    case 'not_due':
      return `the head, ${head.id}, is not due yet: its time comes ${when}`;
    case 'no_worker_seen':
      return `no worker asked for tasks of ${queue ?? head.queue} in the last minutes`;
    case 'behind_in_thread':
    case 'in_progress':
      return '';
  }
};

/** Why nobody runs in a thread, by the explanation of its head. */
export const wordNobody = (causes: readonly Cause[], head: TaskSummary, nowMs: number): string => {
  const reasons = causes.map((cause) => wordCause(cause, head, nowMs)).filter((reason) => reason !== '');
  if (reasons.length === 0) return `Nobody is running because no worker has taken the head, ${head.id}, yet.`;
  return `Nobody is running because ${reasons.join(', and ')}.`;
};
