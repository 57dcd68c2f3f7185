import { describe, expect, it } from '@jest/globals';
import { TaskMaker, type BenchTask } from '../task.js';
import { Ledger, violationsOf } from './ledger.js';

const membersOf = (threadId: string, count: number): BenchTask[] => {
  const maker = new TaskMaker();
  return Array.from({ length: count }, () => maker.next(threadId));
};

const run = (ledger: Ledger, tasks: readonly BenchTask[]): void => {
  for (const task of tasks) {
    ledger.begin(task);
    ledger.end(task, 'completed');
  }
};

describe('watching a run', () => {
  it('finds nothing wrong with threads in single file and free tasks at once', () => {
    const maker = new TaskMaker();
    const [first, second, free, other] = [
      maker.next('a'),
      maker.next('a'),
      maker.next(null),
      maker.next(null),
    ];
    const ledger = new Ledger({ order: true });
    ledger.begin(first);
    ledger.begin(free);
    ledger.begin(other);
    for (const task of [first, free, other]) ledger.end(task, 'completed');
    run(ledger, [second]);
    expect(violationsOf(ledger.summary(4))).toEqual([]);
    expect(ledger.completedCount).toBe(4);
  });

  it('sees two members of a thread in progress', () => {
    const [first, second] = membersOf('a', 2);
    const ledger = new Ledger({ order: true });
    if (first !== undefined) ledger.begin(first);
    if (second !== undefined) ledger.begin(second);
    expect(ledger.summary(0).overlaps).toBe(1);
  });

  it('sees an overtaken member where order is promised, and only there', () => {
    const overtaken = membersOf('a', 3).reverse();
    const strict = new Ledger({ order: true });
    const loose = new Ledger({ order: false });
    run(strict, overtaken);
    run(loose, overtaken);
    expect(strict.summary(3).disorders).toBe(2);
    expect(loose.summary(3).disorders).toBe(0);
  });

  it('sees a task that runs again after it was completed, but not one that is retried', () => {
    const [task] = membersOf('a', 1);
    if (task === undefined) throw new Error('There is a task.');
    const ledger = new Ledger({ order: true });
    ledger.begin(task);
    ledger.end(task, 'retry');
    run(ledger, [task]);
    expect(ledger.summary(1).repetitions).toBe(0);
    ledger.begin(task);
    expect(ledger.summary(1).repetitions).toBe(1);
  });

  it('counts what never completed', () => {
    expect(violationsOf(new Ledger({ order: true }).summary(3))).toEqual(['3 tasks never completed']);
  });
});
