import { readFile } from 'node:fs/promises';
import type { QueuePatch } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { durationArgument, numberArgument, wholeNumberArgument } from '../arguments/values.js';
import { wrongUsage } from '../session/failure.js';

/** What the command line may say of a queue's configuration. */
export interface QueueOptions {
  readonly config?: string;
  readonly maxAttempts?: number;
  readonly backoff?: string;
  readonly backoffInitial?: number;
  readonly backoffFactor?: number;
  readonly backoffMax?: number;
  readonly backoffJitter?: number;
  readonly keepaliveTimeout?: number;
  readonly maxRun?: number;
  readonly deadLetter?: string;
  readonly forwardTo?: string;
  readonly keepCompleted?: number;
  readonly keepDead?: number;
  readonly dedupWindow?: number;
  readonly ordering?: string;
  readonly threadScope?: string;
  readonly description?: string;
}

const duration = (flags: string, description: string): Option =>
  new Option(`${flags} <duration>`, description).argParser(durationArgument);
const number = (flags: string, description: string): Option =>
  new Option(`${flags} <number>`, description).argParser(numberArgument);

/** Gives a command the options of a queue's configuration. */
export const withQueueOptions = (command: Command): Command =>
  command
    .option(
      '--config <file>',
      'a JSON file with settings as the REST API has them; other options go before it',
    )
    .addOption(
      new Option('--max-attempts <number>', 'how often a task is tried').argParser(wholeNumberArgument),
    )
    .addOption(new Option('--backoff <type>', 'how the wait grows').choices(['fixed', 'exponential']))
    .addOption(duration('--backoff-initial', 'the first wait'))
    .addOption(number('--backoff-factor', 'growth of an exponential wait'))
    .addOption(duration('--backoff-max', 'the longest wait'))
    .addOption(number('--backoff-jitter', 'the part of the wait that is random, 0 to 1'))
    .addOption(duration('--keepalive-timeout', 'how long a worker may be silent'))
    .addOption(duration('--max-run', 'a lease is never prolonged past it; 0 for no bound'))
    .addOption(
      new Option('--dead-letter <mode>', 'where the dead go').choices(['retain', 'forward', 'discard']),
    )
    .option('--forward-to <queue>', 'with --dead-letter forward: where to')
    .addOption(duration('--keep-completed', 'how long completed tasks are kept'))
    .addOption(duration('--keep-dead', 'how long dead tasks are kept'))
    .addOption(duration('--dedup-window', 'how long a dedup key names its first task'))
    .addOption(new Option('--ordering <ordering>', 'who goes first').choices(['scheduled', 'fair']))
    .addOption(
      new Option('--thread-scope <scope>', 'whose thread ids these are').choices(['installation', 'queue']),
    )
    .option('--description <text>', 'what the queue is for');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readConfig = async (file: string | undefined): Promise<Record<string, unknown>> => {
  if (file === undefined) return {};
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isObject(read)) return read;
  } catch (error) {
    throw wrongUsage(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw wrongUsage(`${file} is no JSON object.`);
};

/** An object of what is given; undefined when nothing is. */
const given = (values: Record<string, unknown>): Record<string, unknown> | undefined => {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

const merged = (below: unknown, above: Record<string, unknown> | undefined): unknown =>
  above === undefined ? below : { ...(isObject(below) ? below : {}), ...above };

/** The settings that the options name, as the REST API takes them. */
export const configurationOf = async (options: QueueOptions): Promise<QueuePatch> => {
  const file = await readConfig(options.config);
  const nested = {
    backoff: given({
      type: options.backoff,
      initialMs: options.backoffInitial,
      factor: options.backoffFactor,
      maxMs: options.backoffMax,
      jitter: options.backoffJitter,
    }),
    deadLetter: given({ mode: options.deadLetter, queue: options.forwardTo }),
    retention: given({ completedMs: options.keepCompleted, deadMs: options.keepDead }),
  };
  return {
    ...file,
    ...given({
      maxAttempts: options.maxAttempts,
      keepaliveTimeoutMs: options.keepaliveTimeout,
      maxRunMs: options.maxRun,
      dedupWindowMs: options.dedupWindow,
      ordering: options.ordering,
      threadScope: options.threadScope,
      description: options.description,
    }),
    ...given(
      Object.fromEntries(Object.entries(nested).map(([name, value]) => [name, merged(file[name], value)])),
    ),
  };
};
