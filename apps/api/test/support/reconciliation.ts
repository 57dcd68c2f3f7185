import { pino } from 'pino';
import { z } from 'zod';
import { ReconcileThreads } from '../../src/maintenance/reconcile-threads.js';
import type { Database } from '../../src/platform/database/database.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import type { TaskTransactions } from '../../src/store/task-transactions.js';

/** A reconciliation of a test's own, with what it counted and logged. */
export interface TestReconciliation {
  /** Looks at the next page. */
  tick(): Promise<number>;
  /** Looks at every row once, where each table fits into a page. */
  pass(): Promise<number>;
  /** How often each kind of repair was counted in the metric. */
  countedKinds(): Promise<Record<string, number>>;
  /** How often each kind of repair was logged at warn level. */
  readonly warnings: Readonly<Record<string, number>>;
  /** The messages of what was logged at error level. */
  readonly failures: readonly string[];
}

const entry = z.object({ level: z.number(), kind: z.string().optional(), msg: z.string() });
/** The walk goes over threads, leases, tasks and counters. */
const ticksAPass = 4;

/** Starts a walk from its beginning. */
export const startReconciliation = (installation: {
  readonly database: Database;
  readonly transactions: TaskTransactions;
}): TestReconciliation => {
  const warnings: Record<string, number> = {};
  const failures: string[] = [];
  const note = (line: string): void => {
    const { level, kind, msg } = entry.parse(JSON.parse(line));
    if (level === pino.levels.values['warn'] && kind !== undefined)
      warnings[kind] = (warnings[kind] ?? 0) + 1;
    else failures.push(msg);
  };
  const logger = pino({ level: 'warn' }, { write: note });
  const metrics = new Metrics();
  const { database, transactions } = installation;
  const job = new ReconcileThreads(database, transactions, logger, metrics);
  return {
    warnings,
    failures,
    tick: () => job.reconcile(),
    pass: async () => {
      let repairs = 0;
      for (let tick = 0; tick < ticksAPass; tick += 1) repairs += await job.reconcile();
      return repairs;
    },
    countedKinds: async () => {
      const metric = await metrics.registry.getSingleMetric('spool_reconciliation_repairs_total')?.get();
      const counted = (metric?.values ?? []).filter(({ value }) => value > 0);
      return Object.fromEntries(counted.map(({ labels, value }) => [String(labels['kind']), value]));
    },
  };
};
