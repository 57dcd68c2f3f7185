import { afterEach } from '@jest/globals';
import type { NewTaskInput } from '@spool/contracts';
import { makeDead, OperationCalls } from './operation-calls.js';
import { setUpSibling, setUpSpool } from './spool-stage.js';
import type { TestSibling, TestSpool } from './spool.js';
import { TaskCalls, type SaidOfFailure } from './task-calls.js';
import { expectUndamaged } from './undamaged.js';

/** So many tasks to be enqueued, alike. */
export const some = (count: number, alike: Partial<NewTaskInput> = {}): Partial<NewTaskInput>[] =>
  Array.from({ length: count }, () => alike);

/** Two replicas on which operations are tried. */
class OperationStage {
  constructor(
    readonly spool: TestSpool,
    private readonly sibling: TestSibling,
  ) {}

  readonly tasks = new TaskCalls(this.spool.call);
  readonly operations = new OperationCalls(this.spool.call);
  /** The same calls on the other replica. */
  readonly elsewhere = new OperationCalls(this.sibling.call);

  /** Where and how to listen to the other replica. */
  listening(): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
    return { url: this.sibling.url, headers: { authorization: `Bearer ${this.spool.apiKey}` } };
  }

  makeQueue(name?: string): Promise<string> {
    return this.tasks.makeQueue({}, name);
  }

  /** Enqueues tasks and fails each for good; their ids. */
  dead(queue: string, given: readonly Partial<NewTaskInput>[], said?: SaidOfFailure): Promise<string[]> {
    return makeDead(this.tasks, queue, given, said);
  }
}

/** Sets up the stage of a file's tests; after each of them every row is looked at. */
export const setUpOperations = (): OperationStage => {
  const spool = setUpSpool();
  const sibling = setUpSibling(spool);
  afterEach(() => expectUndamaged(spool, sibling));
  return new OperationStage(spool, sibling);
};
