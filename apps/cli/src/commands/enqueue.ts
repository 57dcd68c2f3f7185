import { Option, type Command } from 'commander';
import { durationArgument, timeArgument, wholeNumberArgument } from '../arguments/values.js';
import { EnqueueAll, largestBatch, type Accepted, type Enqueueing } from '../enqueue/enqueue-all.js';
import { BrokenInput, elementsOf, linesOf, type InputItem } from '../enqueue/input-items.js';
import { readTask, type Reading } from '../enqueue/read-task.js';
import { openSource, type Source } from '../enqueue/source.js';
import { exitCodes } from '../session/exit-codes.js';
import { Failure, wrongUsage } from '../session/failure.js';
import { inSession, type Session } from '../session/session.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { countWord } from '../terminal/words.js';

interface EnqueueOptions {
  readonly file?: string;
  readonly tasks?: true;
  readonly array?: true;
  readonly thread?: string;
  readonly type?: string;
  readonly delay?: number;
  readonly at?: string;
  readonly maxAttempts?: number;
  readonly dedupKey?: string;
  readonly dedupPrefix?: string;
  readonly batch: number;
  readonly skip: number;
  readonly keepGoing?: true;
  readonly dryRun?: true;
}

interface Input {
  readonly items: AsyncIterable<InputItem> | Iterable<InputItem>;
  readonly noun: 'line' | 'element' | 'argument';
  readonly source: Source | null;
}

const openInput = async (
  payloads: readonly string[],
  options: EnqueueOptions,
  signal: AbortSignal,
): Promise<Input> => {
  if (payloads.length > 0) {
    if (options.file !== undefined) throw wrongUsage('Give payloads or --file, not both.');
    const items = payloads.map((text, index) => ({ number: index + 1, text }));
    return { items, noun: 'argument', source: null };
  }
  if (options.file === undefined && process.stdin.isTTY)
    throw wrongUsage('Give a payload, --file, or something on standard input.');
  const source = await openSource(options.file ?? '-', signal);
  return options.array === true
    ? { items: elementsOf(source.bytes), noun: 'element', source }
    : { items: linesOf(source.bytes), noun: 'line', source };
};

const readingOf = (payloads: readonly string[], options: EnqueueOptions): Reading => {
  const { thread, type, delay, at, maxAttempts, dedupKey, dedupPrefix } = options;
  if (dedupKey !== undefined && payloads.length !== 1)
    throw wrongUsage('--dedup-key goes with one payload: give many a --dedup-prefix.');
  return {
    isWholeTask: options.tasks === true,
    dedupPrefix: dedupPrefix ?? null,
    defaults: {
      ...(thread === undefined ? {} : { threadId: thread }),
      ...(type === undefined ? {} : { type }),
      ...(delay === undefined ? {} : { delayMs: delay }),
      ...(at === undefined ? {} : { scheduledAt: at }),
      ...(maxAttempts === undefined ? {} : { maxAttempts }),
      ...(dedupKey === undefined ? {} : { dedupKey }),
    },
  };
};

const tellAccepted = async ({ output }: Session, queue: string, accepted: Accepted): Promise<void> => {
  const { tasks, deduplicated, flaws, ids } = accepted;
  if (!output.isJson) {
    const known = deduplicated === 0 ? '' : `, ${deduplicated} of which were there already`;
    const names = ids.length === tasks && tasks > 0 ? `: ${ids.join(', ')}` : '';
    await output.line(`Enqueued ${countWord(tasks, 'task')} in ${queue}${known}${names}.`);
  }
  if (flaws > 0) throw new Failure(`${flaws} of them are bad and were left out.`, exitCodes.refused);
};

/** What is enqueued, and how it is read. */
interface Work {
  readonly input: Input;
  readonly reading: Reading;
}

const enqueue = async (
  session: Session,
  queue: string,
  { input, reading }: Work,
  options: EnqueueOptions,
): Promise<Accepted> => {
  const bar = new ProgressBar();
  const { source, items, noun } = input;
  const onAccepted = (tasks: number): void =>
    bar.show({
      done: source?.readBytes() ?? 0,
      total: source?.size ?? null,
      words: countWord(tasks, 'task'),
    });
  const enqueueing: Enqueueing = {
    queue,
    items,
    noun,
    reading,
    batchSize: options.batch,
    skip: options.skip,
    keepsGoing: options.keepGoing === true,
    onAccepted,
  };
  try {
    return await new EnqueueAll(session, enqueueing).run();
  } finally {
    bar.clear();
  }
};

/** Reads and checks everything, tells what is wrong, and sends nothing. */
const checkAll = async ({ output }: Session, { items, noun }: Input, reading: Reading): Promise<void> => {
  let good = 0;
  const flaws: { readonly number: number; readonly flaw: string }[] = [];
  const tell = (number: number, flaw: string): void => {
    flaws.push({ number, flaw });
    output.note(`${noun} ${number}: ${flaw}`);
  };
  try {
    for await (const item of items) {
      const read = readTask(item, reading);
      if ('flaw' in read) tell(read.number, read.flaw);
      else good += 1;
    }
  } catch (error) {
    if (!(error instanceof BrokenInput)) throw error;
    tell(error.number, error.message);
  }
  await output.answer(
    { good, bad: flaws.length, flaws },
    `Good: ${countWord(good, 'task')}; nothing was sent.`,
  );
  if (flaws.length > 0) throw new Failure(`Bad: ${countWord(flaws.length, noun)}.`, exitCodes.refused);
};

const examples = `
Examples:
  spool enqueue orders '{"step":"charge"}' --thread customer-42
  spool enqueue orders --file orders.ndjson --dedup-prefix import-7-
  psql … | spool enqueue orders --tasks          each line: { "payload": …, "threadId": …, "dedupKey": … }
  spool enqueue orders --array < orders.json

A failure says up to which line all were accepted; --skip goes on from there.`;

/** `spool enqueue …` */
export const addEnqueue = (program: Command): void => {
  program
    .command('enqueue <queue> [payloads...]')
    .description('Enqueue payloads (JSON), or what a file or standard input has, a line each')
    .option('-f, --file <file>', 'read this file; - for standard input')
    .option('--tasks', 'each is a whole task, as the REST API takes it, not a payload alone')
    .option('--array', 'the input is one JSON array, not lines')
    .option('--thread <id>', 'the thread of those that name none')
    .option('--type <type>', 'the type of those that name none')
    .addOption(new Option('--delay <duration>', 'not before so long from now').argParser(durationArgument))
    .addOption(new Option('--at <time>', 'not before this time').argParser(timeArgument).conflicts('delay'))
    .addOption(new Option('--max-attempts <number>', 'instead of the queue’s').argParser(wholeNumberArgument))
    .option('--dedup-key <key>', 'of one payload: the same key answers the first task')
    .option('--dedup-prefix <text>', 'a dedup key for each, of this and the number of its line')
    .addOption(
      new Option('--batch <number>', 'so many a call').default(largestBatch).argParser(wholeNumberArgument),
    )
    .addOption(
      new Option('--skip <number>', 'leave out so many lines first')
        .default(0)
        .argParser(wholeNumberArgument),
    )
    .option('--keep-going', 'tell bad lines and enqueue the others')
    .option('--dry-run', 'check everything and send nothing')
    .addHelpText('after', examples)
    .action(
      inSession(async (session, queue: string, payloads: readonly string[], options: EnqueueOptions) => {
        if (options.batch < 1 || options.batch > largestBatch)
          throw wrongUsage(`--batch is 1 to ${largestBatch}.`);
        const reading = readingOf(payloads, options);
        const input = await openInput(payloads, options, session.signal);
        if (options.dryRun === true) return await checkAll(session, input, reading);
        await tellAccepted(session, queue, await enqueue(session, queue, { input, reading }, options));
      }),
    );
};
