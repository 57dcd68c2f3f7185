import { z } from 'zod';
import { limits } from './limits.js';
import { utf8Bytes } from './json-value.js';

const largestBigint = '9223372036854775807';

const isWithinBigint = (digits: string): boolean =>
  digits.length < largestBigint.length || (digits.length === largestBigint.length && digits <= largestBigint);

/** A BIGINT as a decimal string; `what` begins the sentences of its flaws. */
export const decimalId = (what: string) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,18}$/, `${what} is a decimal string such as "4812".`)
    .refine(isWithinBigint, `${what} is at most ${largestBigint}.`);

/** A task's id: a decimal string, compared as a number. */
export const taskId = decimalId('A task id').meta({ description: 'A task id.', examples: ['4812'] });

/** The token of one dequeue; larger for every later dequeue of a thread, so it serves as a fencing token (R12). */
export const leaseToken = decimalId('A lease token').meta({
  description: 'A lease token.',
  examples: ['90210'],
});

/** A queue's name. */
export const queueName = z
  .string()
  .regex(
    /^[A-Za-z0-9._-]{1,100}$/,
    'A queue name has 1 to 100 characters of A-Z, a-z, 0-9, dot, underscore and hyphen.',
  )
  .refine((name) => name !== '.' && name !== '..', 'A queue name is not "." or "..": no URL can carry them.')
  .meta({ description: 'A queue name.', examples: ['orders'] });

/** What a text must be made of. */
interface TextRule {
  readonly forbidden: RegExp;
  readonly demand: string;
}

const plainText: TextRule = {
  forbidden: /\p{Cc}/u,
  demand: 'must be well-formed text without control characters',
};
/** What people read as the name of something must not be able to look like another one. */
const plainName: TextRule = {
  forbidden: /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u,
  demand:
    'must be well-formed text without control characters and without characters that turn the direction of ' +
    'writing (U+202A to U+202E, U+2066 to U+2069)',
};
const follows =
  ({ forbidden }: TextRule) =>
  (text: string): boolean =>
    !forbidden.test(text) && text.isWellFormed();

/** A thread's id: 1 to 255 bytes of UTF-8, compared byte by byte. */
export const threadId = z
  .string()
  .min(1, 'A threadId has at least one character; leave it out (or send null) for a task without a thread.')
  .refine(
    (id) => utf8Bytes(id, limits.threadIdBytes) <= limits.threadIdBytes,
    `A threadId has at most ${limits.threadIdBytes} bytes of UTF-8: send a hash of a longer one.`,
  )
  .refine(follows(plainText), `A threadId ${plainText.demand}.`)
  .meta({ description: 'A thread id: any text of 1 to 255 bytes.', examples: ['customer-42'] });

const label = (name: string, rule: TextRule = plainText) =>
  z
    .string()
    .min(1, `"${name}" has at least one character.`)
    .refine(
      (text) => [...text].length <= limits.labelCharacters,
      `"${name}" has at most ${limits.labelCharacters} characters.`,
    )
    .refine(follows(rule), `"${name}" ${rule.demand}.`);

/** The name under which an operator signs in. */
export const username = label('username', plainName).meta({ examples: ['ann'] });
/** What people call an API key. */
export const apiKeyName = label('name', plainName).meta({ examples: ['billing'] });
/** What kind of work a task is, for its handlers. */
export const taskType = label('type').meta({ examples: ['send-webhook'] });
/** A key under which a second enqueue within the queue's window returns the first task. */
export const dedupKey = label('dedupKey');
/** The name a worker gives itself. */
export const workerId = label('workerId', plainName).meta({ examples: ['worker-1'] });

const isTraceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
/** A W3C `traceparent`, handed on to the worker. */
export const traceparent = z
  .string()
  .regex(isTraceparent, 'A traceparent has the form of the W3C trace context.');

const earliestMs = 0;
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/** A time on its way in: ISO 8601 with any offset; read as milliseconds since 1970. */
export const timestampIn = z.iso
  .datetime({ offset: true, error: 'A time is ISO 8601 with an offset, such as "2026-11-30T01:02:03.004Z".' })
  .transform((text) => Date.parse(text))
  .refine((ms) => ms >= earliestMs && ms <= latestMs, 'A time lies between 1970 and 9999.')
  .meta({ description: 'ISO 8601 with any offset.' });

/** A time on its way out: ISO 8601 in UTC with milliseconds. */
export const timestampOut = z.string().meta({ format: 'date-time', examples: ['2026-11-30T01:02:03.004Z'] });

/** A whole number within bounds; durations end in `Ms`. */
export const wholeNumber = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);

/** A delay from now, in milliseconds. */
export const delayMs = wholeNumber(0, limits.delayMs);

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const durationForm = /^(0|[1-9][0-9]{0,12})(ms|s|m|h|d)?$/;

const durationOf = (text: string): number => {
  const [, digits, unit = 'ms'] = durationForm.exec(text) ?? [];
  return Number(digits) * unitMs[unit as keyof typeof unitMs];
};

/** A length of time as people write it; read as milliseconds. */
export const durationText = z
  .string()
  .regex(durationForm, 'A length of time is such as 10s, 5m, 1h, 7d, or a number of milliseconds.')
  .transform(durationOf);
