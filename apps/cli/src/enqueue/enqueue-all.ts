import { setTimeout as pause } from 'node:timers/promises';
import { SpoolProblem } from '@spool/client';
import { limits, type NewTaskInput } from '@spool/contracts';
import { exitCodes, type ExitCode } from '../session/exit-codes.js';
import { Failure, isOutcomeUnknown, reportOf } from '../session/failure.js';
import type { Session } from '../session/session.js';
import { countWord } from '../terminal/words.js';
import { BrokenInput, type InputItem } from './input-items.js';
import { readTask, type Reading } from './read-task.js';

/** What to enqueue and how. */
export interface Enqueueing {
  readonly queue: string;
  readonly items: AsyncIterable<InputItem> | Iterable<InputItem>;
  /** What an item is called: line, element, argument. */
  readonly noun: string;
  readonly reading: Reading;
  readonly batchSize: number;
  /** So many items are left out first. */
  readonly skip: number;
  /** Bad items are told, and the others enqueued all the same. */
  readonly keepsGoing: boolean;
  /** Hears after each batch how many tasks were accepted. */
  readonly onAccepted: (tasks: number) => void;
}

/** What was accepted. */
export interface Accepted {
  readonly tasks: number;
  readonly deduplicated: number;
  readonly flaws: number;
  /** The ids, as long as they are few. */
  readonly ids: readonly string[];
}

interface Batch {
  readonly numbers: number[];
  readonly tasks: NewTaskInput[];
  bytes: number;
}

/** Well below the 16 MiB that a request may have. */
const batchBytes = 8 * 1024 * 1024;
const fewIds = 10;
const usualPauseMs = 1_000;
const emptyBatch = (): Batch => ({ numbers: [], tasks: [], bytes: 0 });

/**
 * Enqueues items in their order, a batch at a time; the next is read when the last was accepted. So all items up to one
 * are accepted when something ends it, and the Failure says which.
 */
export class EnqueueAll {
  private batch = emptyBatch();
  private lastAccepted = 0;
  private tasks = 0;
  private deduplicated = 0;
  private flaws = 0;
  private readonly ids: string[] = [];

  constructor(
    private readonly session: Session,
    private readonly enqueueing: Enqueueing,
  ) {}

  async run(): Promise<Accepted> {
    const { items, skip } = this.enqueueing;
    this.lastAccepted = skip;
    try {
      for await (const item of items) if (item.number > skip) await this.take(item);
    } catch (error) {
      if (this.session.signal.aborted) throw this.interrupted();
      if (!(error instanceof BrokenInput)) throw error;
      await this.endAt(error.number, error.message);
    }
    await this.send();
    const { tasks, deduplicated, flaws, ids } = this;
    return { tasks, deduplicated, flaws, ids };
  }

  private async take(item: InputItem): Promise<void> {
    const { reading, batchSize, keepsGoing } = this.enqueueing;
    const read = readTask(item, reading);
    if ('flaw' in read) {
      if (!keepsGoing) await this.endAt(read.number, read.flaw);
      this.flaws += 1;
      this.session.output.note(`${this.place(read.number)}: ${read.flaw}`);
      return;
    }
    if (this.batch.bytes + read.bytes > batchBytes && this.batch.tasks.length > 0) await this.send();
    this.batch.numbers.push(read.number);
    this.batch.tasks.push(read.task);
    this.batch.bytes += read.bytes;
    if (this.batch.tasks.length >= batchSize) await this.send();
  }

  /** What stands before a bad item is enqueued, and then it ends. */
  private async endAt(number: number, flaw: string): Promise<never> {
    await this.send();
    throw new Failure(`${this.place(number)}: ${flaw}\n${this.acceptedWords(number - 1)}`, exitCodes.refused);
  }

  private async send(): Promise<void> {
    const { tasks, numbers } = this.batch;
    const { output, signal } = this.session;
    const [first = 0] = numbers;
    const last = numbers.at(-1) ?? 0;
    if (tasks.length === 0) return;
    if (signal.aborted) throw this.interrupted();
    const answer = await this.enqueueWhenAllowed(tasks).catch((error: unknown) => this.fail(error, numbers));
    const deduplicated = answer.tasks.filter((task) => task.deduplicated === true).length;
    const ids = answer.tasks.map(({ id }) => id);
    this.batch = emptyBatch();
    this.lastAccepted = last;
    this.tasks += tasks.length;
    this.deduplicated += deduplicated;
    if (this.ids.length + ids.length <= fewIds) this.ids.push(...ids);
    if (output.isJson) await output.jsonLine({ first, last, tasks: tasks.length, deduplicated, ids });
    this.enqueueing.onAccepted(this.tasks);
  }

  /** A call over the rate limit took no effect: it waits as long as it is told, and is made again. */
  private async enqueueWhenAllowed(tasks: readonly NewTaskInput[]) {
    const { client, signal } = this.session;
    for (;;) {
      try {
        return await client.tasks.enqueueBatch(this.enqueueing.queue, [...tasks]);
      } catch (error) {
        if (!(error instanceof SpoolProblem) || error.code !== 'rate_limited') throw error;
        await pause(error.retryAfterMs ?? usualPauseMs, undefined, { signal }).catch(() => {
          throw this.interrupted();
        });
      }
    }
  }

  private interrupted(): Failure {
    return new Failure(this.acceptedWords(this.lastAccepted), exitCodes.interrupted);
  }

  private fail(error: unknown, numbers: readonly number[]): never {
    if (error instanceof Failure) throw error;
    const range = this.rangeWords(numbers[0] ?? 0, numbers.at(-1) ?? 0);
    const became = isOutcomeUnknown(error)
      ? `Nobody knows whether ${range} took effect: look before that is sent again, unless each has a dedup key.`
      : `Not accepted: ${range}. A batch is all or nothing.`;
    const exitCode: ExitCode = reportOf(error)?.exitCode ?? exitCodes.refused;
    const flaws = error instanceof SpoolProblem ? this.flawsOf(error, numbers) : [];
    throw new Failure([...flaws, this.acceptedWords(this.lastAccepted), became].join('\n'), exitCode, {
      cause: error,
    });
  }

  /** The service's own words on items, by their numbers here: it knows them by their places in the batch. */
  private flawsOf({ errors }: SpoolProblem, numbers: readonly number[]): string[] {
    return errors.flatMap(({ path, message }) => {
      const [, place, rest = ''] = /^\/tasks\/(\d+)(.*)$/.exec(path) ?? [];
      const number = numbers[Number(place)];
      return number === undefined
        ? []
        : [`${this.place(number)}${rest === '' ? '' : ` ${rest}`}: ${message}`];
    });
  }

  private acceptedWords(upTo: number): string {
    const { skip } = this.enqueueing;
    if (this.tasks === 0) return 'Nothing was accepted.';
    const range = this.rangeWords(skip + 1, upTo);
    return `Accepted: ${countWord(this.tasks, 'task')}, ${range}. Go on with --skip ${upTo}.`;
  }

  private rangeWords(first: number, last: number): string {
    return first === last ? this.place(first) : `${this.enqueueing.noun}s ${first} to ${last}`;
  }

  private place(number: number): string {
    return `${this.enqueueing.noun} ${number}`;
  }
}

/** The largest batch that the service takes. */
export const largestBatch = limits.batchItems;
