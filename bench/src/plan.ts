import type { SideName } from './sides/catalogue.js';
import type { WorkloadName } from './workloads/catalogue.js';

/** `short` in a few minutes, `full` for figures to publish. */
export type Form = 'short' | 'full';

/** Which sides a workload is run on, and how often in each form. */
export interface PlannedWorkload {
  readonly workload: WorkloadName;
  readonly sides: readonly SideName[];
  readonly rounds: Readonly<Record<Form, number>>;
  /** A factor on the numbers of tasks and the durations. */
  readonly size: Readonly<Record<Form, number>>;
}

const spool: readonly SideName[] = ['spool-mariadb', 'spool-mysql'];
const spoolAndFloor: readonly SideName[] = [...spool, 'plain-sql-mariadb', 'plain-sql-mysql'];
const keyedPeers: readonly SideName[] = ['groupmq-fsync', 'groupmq', 'pg-boss', 'graphile-worker'];
const freePeers: readonly SideName[] = ['bullmq-fsync', 'bullmq', 'pg-boss', 'graphile-worker'];

/** Everything that is measured. */
export const plan: readonly PlannedWorkload[] = [
  {
    workload: 'W1',
    sides: [...spoolAndFloor, ...keyedPeers],
    rounds: { short: 3, full: 5 },
    size: { short: 0.2, full: 1 },
  },
  {
    workload: 'W2',
    sides: [...spoolAndFloor, ...freePeers],
    rounds: { short: 3, full: 5 },
    size: { short: 0.2, full: 1 },
  },
  {
    workload: 'W3',
    sides: [...spoolAndFloor, ...keyedPeers],
    rounds: { short: 2, full: 5 },
    size: { short: 0.1, full: 1 },
  },
  { workload: 'W4', sides: spool, rounds: { short: 1, full: 5 }, size: { short: 0.25, full: 1 } },
  { workload: 'W4-idle', sides: spool, rounds: { short: 1, full: 3 }, size: { short: 0.3, full: 1 } },
  { workload: 'W5', sides: spool, rounds: { short: 1, full: 3 }, size: { short: 0.1, full: 1 } },
  { workload: 'W5-threads', sides: spool, rounds: { short: 1, full: 3 }, size: { short: 0.1, full: 1 } },
  { workload: 'W6', sides: spool, rounds: { short: 1, full: 5 }, size: { short: 0.5, full: 1 } },
  { workload: 'W7', sides: spool, rounds: { short: 1, full: 5 }, size: { short: 0.25, full: 1 } },
  { workload: 'W8', sides: spoolAndFloor, rounds: { short: 1, full: 5 }, size: { short: 0.5, full: 1 } },
];
