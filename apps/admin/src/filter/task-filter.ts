import {
  queueName,
  taskType,
  threadId,
  workerId,
  type TaskPhase,
  type TaskState,
  type TaskSummary,
} from '@spool/contracts';
import type { z } from 'zod';
import type { Situation } from '../components/situation.js';
import { fitsPattern, type FilterPart } from './filter-text.js';

/** What the service can find by itself. */
export interface TaskQueryPart {
  readonly queue?: string;
  readonly state?: TaskState;
  readonly phase?: TaskPhase;
  readonly threadId?: string;
  readonly type?: string;
  readonly workerId?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Whether a task fits what the service cannot find by itself. */
export type TaskTest = (task: TaskSummary) => boolean;

/** A filter of tasks, read. */
export interface TaskFilter {
  readonly query: TaskQueryPart;
  /** What is left to test on each task; empty when the service finds everything. */
  readonly tests: readonly TaskTest[];
}

/** A part of a filter, read: what it asks for, or why it means nothing. */
export type ReadPart =
  { readonly query: TaskQueryPart } | { readonly test: TaskTest } | { readonly problem: string };

/** Each word for a state, and what it asks for. */
export const stateWords: Readonly<Record<Situation, TaskQueryPart>> = {
  ready: { state: 'ENQUEUED', phase: 'ready' },
  scheduled: { state: 'ENQUEUED', phase: 'scheduled' },
  backoff: { state: 'ENQUEUED', phase: 'backoff' },
  waiting: { state: 'ENQUEUED', phase: 'waiting' },
  paused: { state: 'ENQUEUED', phase: 'paused' },
  running: { state: 'IN_PROGRESS' },
  done: { state: 'COMPLETED' },
  dead: { state: 'DEAD' },
  restarted: { state: 'RESTARTED' },
  forwarded: { state: 'FORWARDED' },
};

const isSituation = (word: string): word is Situation => Object.hasOwn(stateWords, word);

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const agePattern = /^([<>])(\d{1,6})([smhd])$/;

const readAge = (value: string, nowMs: number): ReadPart => {
  const [, sign, count, unit = ''] = agePattern.exec(value) ?? [];
  if (sign === undefined) return { problem: 'An age is written >2h or <30m, with s, m, h or d.' };
  const at = new Date(Math.max(0, nowMs - Number(count) * (unitMs[unit] ?? 0))).toISOString();
  return { query: sign === '>' ? { to: at } : { from: at } };
};

const readState = (value: string): ReadPart =>
  isSituation(value)
    ? { query: stateWords[value] }
    : { problem: `A state is one of ${Object.keys(stateWords).join(', ')}.` };

interface NamedText {
  readonly schema: z.ZodType<string>;
  readonly find: (value: string) => TaskQueryPart;
  readonly of: (task: TaskSummary) => string | null | undefined;
}

/** What the service finds when it is exact, and what is looked for with a `*`. */
const namedTexts: Readonly<Record<string, NamedText>> = {
  queue: { schema: queueName, find: (queue) => ({ queue }), of: ({ queue }) => queue },
  type: { schema: taskType, find: (type) => ({ type }), of: ({ type }) => type },
  thread: { schema: threadId, find: (id) => ({ threadId: id }), of: (task) => task.threadId },
  worker: { schema: workerId, find: (id) => ({ workerId: id }), of: ({ lease }) => lease?.workerId },
};

const readNamed = ({ schema, find, of }: NamedText, value: string): ReadPart => {
  if (value.includes('*')) return { test: (task) => fitsPattern(of(task) ?? '', value) };
  const checked = schema.safeParse(value);
  if (checked.success) return { query: find(value) };
  return { problem: checked.error.issues[0]?.message ?? 'This cannot be looked for.' };
};

const readError = (value: string): ReadPart => ({
  test: ({ error }) =>
    error !== undefined && [error.type ?? '', error.message].some((text) => fitsPattern(text, `*${value}*`)),
});

const readWord = (value: string): ReadPart => ({
  test: (task) =>
    [task.id, task.queue, task.type ?? '', task.threadId ?? ''].some((text) =>
      fitsPattern(text, `*${value}*`),
    ),
});

/** Reads one part of a filter. */
export const readPart = ({ key, value }: FilterPart, nowMs: number): ReadPart => {
  if (key === '') return readWord(value);
  if (value === '') return { problem: `Say what "${key}" is to be.` };
  if (key === 'state') return readState(value);
  if (key === 'age') return readAge(value, nowMs);
  if (key === 'error') return readError(value);
  const named = namedTexts[key];
  if (named !== undefined) return readNamed(named, value);
  return { problem: `Nothing is called "${key}": use state, queue, type, thread, worker, error or age.` };
};

/** Reads a filter; a part that means nothing asks for nothing. */
export const readTaskFilter = (parts: readonly FilterPart[], nowMs: number): TaskFilter => {
  const read = parts.map((part) => readPart(part, nowMs));
  return {
    query: Object.assign({}, ...read.map((part) => ('query' in part ? part.query : {}))) as TaskQueryPart,
    tests: read.flatMap((part) => ('test' in part ? [part.test] : [])),
  };
};
