import { queueConfiguration, type Queue, type QueueConfiguration } from '@spool/contracts';
import { z } from 'zod';
import { readDuration, writeDuration } from '../time/duration-text.js';

const duration = z.string().transform((text, context) => {
  const durationMs = readDuration(text);
  if (durationMs !== null) return durationMs;
  context.issues.push({
    code: 'custom',
    input: text,
    message: 'Write a number and ms, s, min, h or d: 30 s.',
  });
  return z.NEVER;
});

const number = z.string().transform((text, context) => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  context.issues.push({ code: 'custom', input: text, message: 'This must be a number.' });
  return z.NEVER;
});

const choice = z.string();

/** A queue's configuration as the form holds it, texts; read into the contract's own schema, which judges it. */
export const configurationForm = z
  .object({
    maxAttempts: number,
    backoff: z.object({
      type: choice,
      initialMs: duration,
      factor: number,
      maxMs: duration,
      jitter: number,
    }),
    keepaliveTimeoutMs: duration,
    maxRunMs: duration,
    deadLetter: z
      .object({ mode: choice, queue: z.string() })
      .transform(({ mode, queue }) => (mode === 'forward' && queue !== '' ? { mode, queue } : { mode })),
    retention: z.object({ completedMs: duration, deadMs: duration }),
    dedupWindowMs: duration,
    ordering: choice,
    threadScope: choice,
    description: z.string(),
  })
  .transform((given): unknown => given)
  .pipe(queueConfiguration);

/** What the fields of the form hold. */
export type ConfigurationFields = z.input<typeof configurationForm>;

type Shown = QueueConfiguration | Queue;

/** The fields that show a configuration. */
export const fieldsOf = (shown: Shown): ConfigurationFields => ({
  maxAttempts: String(shown.maxAttempts),
  backoff: {
    type: shown.backoff.type,
    initialMs: writeDuration(shown.backoff.initialMs),
    factor: String(shown.backoff.factor),
    maxMs: writeDuration(shown.backoff.maxMs),
    jitter: String(shown.backoff.jitter),
  },
  keepaliveTimeoutMs: writeDuration(shown.keepaliveTimeoutMs),
  maxRunMs: writeDuration(shown.maxRunMs),
  deadLetter: { mode: shown.deadLetter.mode, queue: shown.deadLetter.queue ?? '' },
  retention: {
    completedMs: writeDuration(shown.retention.completedMs),
    deadMs: writeDuration(shown.retention.deadMs),
  },
  dedupWindowMs: writeDuration(shown.dedupWindowMs),
  ordering: shown.ordering,
  threadScope: shown.threadScope,
  description: shown.description,
});

/** The fields of a queue with every setting at its default. */
export const defaultFields = (): ConfigurationFields => fieldsOf(queueConfiguration.parse({}));
