import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { isDatabaseDown } from '../platform/database/database-error.js';
import { Database } from '../platform/database/database.js';
import { LOGGER } from '../platform/logging/logger.js';
import { SpoolError } from '../platform/spool-error.js';
import { OperationBell } from '../store/operation-bell.js';
import { attention, findOperations } from '../store/operation-store.js';
import { TaskTransactions } from '../store/task-transactions.js';
import { carryOn, passOver, withStepsToTake, type Progress } from '../store/transitions/carry-on.js';
import type { Job } from './job.js';

const tasksAtOnce = 100;
const operationsAPage = 100;
const longestPauseMs = 200;
/** A run ends after this, so that a stop waits for no long operation; the next goes on. */
const runMs = 1_000;

/**
 * Carries operations on: each a step at a time in turn, in small transactions, on whichever replica takes the step.
 * How an operation stands and what was done are one transaction, so a replica that dies leaves nothing to clean up.
 */
@Injectable()
export class CarryOutOperations implements Job {
  readonly name = 'carry-out-operations';

  constructor(
    private readonly database: Database,
    private readonly transactions: TaskTransactions,
    private readonly bell: OperationBell,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  listenForWork(start: () => void): void {
    this.bell.listen(start);
  }

  /** Carries on what can be carried on now, for a second at most; returns how many steps were taken. */
  async run(): Promise<number> {
    const deadline = performance.now() + runMs;
    let steps = 0;
    for (;;) {
      const taken = await this.stepEach(deadline);
      steps += taken;
      if (taken === 0 || performance.now() > deadline) return steps;
    }
  }

  /** One step of each operation; how many went on. */
  private async stepEach(deadline: number): Promise<number> {
    let taken = 0;
    for (let afterId = '0'; ;) {
      const which = { attention: attention.work, afterId, limit: operationsAPage };
      const { page, due } = await this.database.read(async (sql) => {
        const found = await findOperations(sql, which);
        return { page: found, due: await withStepsToTake(sql, found) };
      });
      for (const { id } of due) {
        if (performance.now() > deadline) return taken;
        if ((await this.stepGently(id)) === 'went-on') taken += 1;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < operationsAPage) return taken;
      afterId = last.id;
    }
  }

  /** Takes a step, and leaves as much time as it took to everybody else: bulk work can wait. */
  private async stepGently(id: string): Promise<Progress> {
    const startedAt = performance.now();
    const progress = await this.step(id, tasksAtOnce);
    await pause(Math.min(performance.now() - startedAt, longestPauseMs));
    return progress;
  }

  /** Takes a step; where that fails, a smaller one, so that one poisoned task holds up nothing but itself. */
  private async step(id: string, most: number): Promise<Progress> {
    try {
      return await this.transactions.run({ kind: 'operation' }, (sql) => carryOn(sql, id, most));
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      // Others hold what this step needs for too long: it is taken another time.
      if (error instanceof SpoolError) return 'rests';
      if (most > 1) return await this.step(id, Math.ceil(most / 2));
      this.logger.error({ err: error, operationId: id }, 'a task of an operation could not be done');
      return await this.transactions.run({ kind: 'operation' }, (sql) => passOver(sql, id));
    }
  }
}
