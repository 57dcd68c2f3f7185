import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { troubleOf } from '../platform/database/database-error.js';
import { LOGGER } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { TaskTransactions } from '../store/task-transactions.js';
import { repairLeasedCandidates } from '../store/transitions/repair-thread.js';

/** What is done when the database refuses a second lease (R1): outside hands have been at work, or there is a fault. */
@Injectable()
export class RefusedLeases {
  private readonly refusals;

  constructor(
    private readonly transactions: TaskTransactions,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.refusals = metrics.counter({
      name: 'spool_refused_leases_total',
      help: 'Dequeues whose lease the database refused, since another holds it. Each is a fault, or outside hands.',
    });
  }

  /** Takes from a queue; after a refusal, once more when what the queue offered although it was held is mended. */
  async retake<Result>(queueName: string, take: () => Promise<Result>): Promise<Result> {
    try {
      return await take();
    } catch (error) {
      if (troubleOf(error) !== 'duplicate-key') throw error;
      await this.mend(queueName, error);
      return await take();
    }
  }

  private async mend(queueName: string, error: unknown): Promise<void> {
    this.refusals.inc();
    const repairs = await this.transactions.run({ kind: 'repair' }, (sql) =>
      repairLeasedCandidates(sql, queueName),
    );
    this.logger.error({ err: error, queue: queueName, repairs }, 'the database refused a second lease');
  }
}
