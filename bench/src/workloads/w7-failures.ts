import { Ledger, violationsOf } from '../checks/ledger.js';
import { Drain } from '../running/drain.js';
import { warmUp, type Loads } from '../running/fill-and-drain.js';
import type { SpoolSide } from '../sides/spool/spool-side.js';
import { TaskMaker, type BenchTask, type Outcome } from '../task.js';
import { rateOf, scaled, type Workload } from './workload.js';

const taskCount = 20_000;
const threadCount = 1_000;
const loads: Loads = { enqueue: { batchSize: 500, inFlight: 4 }, take: { batchSize: 250, inFlight: 4 } };

/** One attempt in ten fails and is retried, one task in a hundred dies; the same ones in every run. */
class Misfortune {
  private readonly attempts = new Map<number, number>();
  private readonly dead = new Set<number>();

  decide({ number }: BenchTask): Outcome {
    const attempt = (this.attempts.get(number) ?? 0) + 1;
    this.attempts.set(number, attempt);
    if (number % 100 === 50 && !this.dead.has(number)) {
      this.dead.add(number);
      return 'dead';
    }
    return attempt <= 2 && number % 10 ** attempt === 1 ? 'retry' : 'completed';
  }

  get deadCount(): number {
    return this.dead.size;
  }
}

/** Failures, and the way back from the DLQ. */
export const failures: Workload<SpoolSide> = {
  title: 'W7: 10 % of the attempts fail, 1 % die',
  shows: 'What failures cost, and how fast the DLQ is restarted in bulk and worked off again.',
  async run(side, size) {
    const maker = new TaskMaker();
    await warmUp(side, maker, loads);
    const tasks = maker.deal(scaled(taskCount, size, 1_000), threadCount);
    await side.enqueue(tasks, loads.enqueue);
    // A task that failed comes back at its own time: others of its thread may overtake it.
    const ledger = new Ledger({ order: false });
    const misfortune = new Misfortune();
    const plan = { side, ledger, load: loads.take, decide: (task: BenchTask) => misfortune.decide(task) };
    const drained = await new Drain({ ...plan, target: tasks.length }).run();
    const startedAtMs = performance.now();
    const restarted = await side.restartDead();
    const restartMs = performance.now() - startedAtMs;
    await new Drain({ ...plan, target: restarted }).run();
    const lost =
      restarted === misfortune.deadCount ? [] : [`${misfortune.deadCount} died, ${restarted} restarted`];
    return {
      readings: [
        { metric: 'drained', unit: 'tasks/s', value: rateOf(drained.ended, drained.elapsedMs) },
        { metric: 'restarted', unit: 'tasks/s', value: rateOf(restarted, restartMs) },
      ],
      violations: [...violationsOf(ledger.summary(tasks.length)), ...lost],
    };
  },
};
