import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { isDatabaseDown } from '../platform/database/database-error.js';
import { Database } from '../platform/database/database.js';
import { LOGGER } from '../platform/logging/logger.js';
import { findLapsed, type LapsedLease } from '../store/lease-store.js';
import { TaskTransactions } from '../store/task-transactions.js';
import { changeTasks } from '../store/transitions/change-tasks.js';
import { decideFailed } from '../store/transitions/decide-failed.js';
import type { Failure } from '../store/transitions/outcome.js';
import { loadSituation } from '../store/transitions/situation.js';
import type { Job } from './job.js';

const leasesAtOnce = 500;
/** After a mass lapse several transactions work side by side: each lease is of another thread, so none waits for another. */
const transactionsAtOnce = 4;
const leasesAPage = leasesAtOnce * transactionsAtOnce;

/** What a task whose worker fell silent failed of (R7). */
const lapse: Failure = {
  type: 'KEEPALIVE_LAPSED',
  message: 'The keepalive timeout passed without a word from the worker.',
  stack: null,
  lapsed: true,
};

/** Turns leases whose keepalive timeout has passed into failed attempts (R7), the longest silent first. */
@Injectable()
export class ExpireLeases implements Job {
  readonly name = 'expire-leases';

  constructor(
    private readonly database: Database,
    private readonly transactions: TaskTransactions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Expires every lease that has lapsed; returns how many. */
  async run(): Promise<number> {
    let expired = 0;
    let after: LapsedLease | null = null;
    for (;;) {
      const page: LapsedLease[] = await this.database.read((sql) => findLapsed(sql, after, leasesAPage));
      const taskIds = page.map(({ taskId }) => taskId);
      const parts = Array.from({ length: transactionsAtOnce }, (_, index) =>
        taskIds.slice(index * leasesAtOnce, (index + 1) * leasesAtOnce),
      );
      for (const count of await Promise.all(parts.map((part) => this.expire(part)))) expired += count;
      after = page.at(-1) ?? null;
      if (page.length < leasesAPage) return expired;
    }
  }

  /** Expires tasks together; where that fails, in halves, so that one poisoned task keeps nobody else waiting. */
  private async expire(taskIds: readonly string[]): Promise<number> {
    if (taskIds.length === 0) return 0;
    try {
      return await this.expireTogether(taskIds);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      if (taskIds.length === 1) {
        this.logger.error({ err: error, taskId: taskIds[0] }, 'a lapsed lease could not be expired');
        return 0;
      }
      const middle = Math.ceil(taskIds.length / 2);
      return (await this.expire(taskIds.slice(0, middle))) + (await this.expire(taskIds.slice(middle)));
    }
  }

  private async expireTogether(taskIds: readonly string[]): Promise<number> {
    const expired = await this.transactions.run({ kind: 'expire' }, async (sql) => {
      const situation = await loadSituation(sql, taskIds, { areHeld: true });
      const lapsed = [...situation.tasks.values()].filter(
        ({ lease }) => lease !== null && lease.expiresAtMs <= situation.nowMs,
      );
      const outcomes = lapsed.map((task) =>
        decideFailed(situation, task, {
          failure: lapse,
          retryable: true,
          retryAfterMs: null,
          chance: Math.random(),
        }),
      );
      const { tallies, wakeups } = await changeTasks(sql, situation, outcomes);
      return { result: lapsed, tallies: [tallies], wakeups };
    });
    for (const { id, queueId, attempt, lease } of expired)
      this.logger.debug({ taskId: id, queueId, attempt, workerId: lease?.workerId }, 'a lease lapsed');
    return expired.length;
  }
}
