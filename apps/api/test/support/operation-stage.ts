import type { NewTaskInput } from '@spool/contracts';
import { freshName } from './fresh-names.js';
import { makeDead, OperationCalls } from './operation-calls.js';
import { startSpool, type TestSibling, type TestSpool } from './spool.js';
import { TaskCalls, type SaidOfFailure } from './task-calls.js';
import { expectUndamaged } from './undamaged.js';

/** So many tasks to be enqueued, alike. */
export const some = (count: number, alike: Partial<NewTaskInput> = {}): Partial<NewTaskInput>[] =>
  Array.from({ length: count }, () => alike);

/** Two replicas on which operations are tried; after each test every row is looked at. */
export class OperationStage {
  private constructor(
    readonly spool: TestSpool,
    private readonly sibling: TestSibling,
  ) {}

  static async open(): Promise<OperationStage> {
    const spool = await startSpool();
    return new OperationStage(spool, await spool.startSibling());
  }

  readonly tasks = new TaskCalls(this.spool.call);
  readonly operations = new OperationCalls(this.spool.call);
  /** The same calls on the other replica. */
  readonly elsewhere = new OperationCalls(this.sibling.call);

  /** Where and how to listen to the other replica. */
  listening(): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
    return { url: this.sibling.url, headers: { authorization: `Bearer ${this.spool.apiKey}` } };
  }

  async makeQueue(name = 'queue'): Promise<string> {
    const queue = freshName(name);
    await this.tasks.putQueue(queue);
    return queue;
  }

  /** Enqueues tasks and fails each for good; their ids. */
  dead(queue: string, given: readonly Partial<NewTaskInput>[], said?: SaidOfFailure): Promise<string[]> {
    return makeDead(this.tasks, queue, given, said);
  }

  expectUndamaged(): Promise<void> {
    return expectUndamaged(this.spool, this.sibling);
  }

  close(): Promise<void> {
    return this.spool.close();
  }
}
