import { Ledger, violationsOf } from '../checks/ledger.js';
import { Drain } from '../running/drain.js';
import { warmUp, type Loads } from '../running/fill-and-drain.js';
import type { Side } from '../sides/side.js';
import { TaskMaker } from '../task.js';
import { rateOf, scaled, type Reading, type Workload } from './workload.js';

const crowd = 100_000;
const fewMembers = 300;
const freeTaskCount = 1_000;
const steps = 200;
const loads: Loads = { enqueue: { batchSize: 1_000, inFlight: 1 }, take: { batchSize: 50, inFlight: 4 } };
const singleFile = { batchSize: 1, inFlight: 1 };

/** Free tasks beside a thread of this many members, then some steps of the thread itself. */
const measureBeside = async (side: Side, maker: TaskMaker, members: number) => {
  const ledger = new Ledger({ order: side.keepsOrder });
  await side.enqueue(maker.deal(members, 1, `crowd-of-${members}`), loads.enqueue);
  await side.enqueue(maker.deal(freeTaskCount, 0), loads.enqueue);
  const isFree = { counts: ({ threadId }: { threadId: string | null }) => threadId === null };
  const free = await new Drain({
    side,
    ledger,
    load: loads.take,
    target: freeTaskCount,
    ...isFree,
  }).run();
  const file = await new Drain({ side, ledger, load: singleFile, target: steps }).run();
  return {
    freePerSecond: rateOf(free.ended, free.elapsedMs),
    stepsPerSecond: rateOf(file.ended, file.elapsedMs),
    violations: violationsOf(ledger.summary(freeTaskCount + steps)),
  };
};

/** One thread with very many members. */
export const crowdedThread: Workload = {
  title: 'W6: one thread of 100,000 members beside 1,000 free tasks',
  shows: 'Whether anybody waits for a thread’s size: neither others nor its own members may.',
  async run(side, size) {
    const maker = new TaskMaker();
    await warmUp(side, maker, loads);
    const readings: Reading[] = [];
    const violations: string[] = [];
    for (const members of [fewMembers, scaled(crowd, size, 1_000)]) {
      const measured = await measureBeside(side, maker, members);
      const label = members === fewMembers ? 'few' : 'many';
      readings.push(
        { metric: `free tasks, ${label} members`, unit: 'tasks/s', value: measured.freePerSecond },
        { metric: `steps, ${label} members`, unit: 'tasks/s', value: measured.stepsPerSecond },
      );
      violations.push(...measured.violations);
    }
    return { readings, violations };
  },
};
