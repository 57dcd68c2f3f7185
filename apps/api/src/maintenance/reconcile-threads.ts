import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../platform/database/database.js';
import { LOGGER } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { TaskTransactions } from '../store/task-transactions.js';
import { findSuspects, walkStart, type WalkPosition } from '../store/transitions/find-suspects.js';
import { repairSuspect } from '../store/transitions/repair-thread.js';
import { repairKinds, type Suspect } from '../store/transitions/suspect.js';
import type { Job } from './job.js';

const rowsAtOnce = 500;

/**
 * Walks over every thread, lease, task and counter, a page at a time, and repairs what contradicts itself: what
 * only outside hands, or a fault of this service, can have brought about. Safe on every replica at once.
 */
@Injectable()
export class ReconcileThreads implements Job {
  readonly name = 'reconcile-threads';
  private position: WalkPosition | null = null;
  private readonly repairs;

  constructor(
    private readonly database: Database,
    private readonly transactions: TaskTransactions,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.repairs = metrics.counter({
      name: 'spool_reconciliation_repairs_total',
      help: 'Contradictions between rows that the reconciliation repaired, by kind. Each is a fault, or outside hands.',
      labels: ['kind'],
    });
    for (const kind of repairKinds) this.repairs.inc({ kind }, 0);
  }

  run(): Promise<number> {
    return this.reconcile();
  }

  /** Looks at the next page, or the first after the last, and repairs it; returns the number of repairs. */
  async reconcile(): Promise<number> {
    const position = this.position ?? walkStart;
    const { suspects, next } = await this.database.read((sql) => findSuspects(sql, position, rowsAtOnce));
    this.position = next;
    let repaired = 0;
    for (const suspect of suspects) repaired += await this.repair(suspect);
    return repaired;
  }

  /** Repairs one suspect; its failure is logged and keeps nobody else waiting. */
  private async repair(suspect: Suspect): Promise<number> {
    try {
      const kinds = await this.transactions.run({ kind: 'repair' }, (sql) => repairSuspect(sql, suspect));
      for (const kind of kinds) {
        this.repairs.inc({ kind });
        this.logger.warn({ kind, suspect }, 'rows contradicted each other and were repaired');
      }
      return kinds.length;
    } catch (error) {
      this.logger.error({ err: error, suspect }, 'rows contradict each other and could not be repaired');
      return 0;
    }
  }
}
