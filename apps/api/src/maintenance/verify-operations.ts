import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { attention, findOperations } from '../store/operation-store.js';
import { TaskTransactions } from '../store/task-transactions.js';
import { carryOn, withStepsToTake } from '../store/transitions/carry-on.js';
import type { Job } from './job.js';

const operationsAPage = 100;

/** Notes which ended operations are verified: the last of their restarted tasks has ended. */
@Injectable()
export class VerifyOperations implements Job {
  readonly name = 'verify-operations';
  private afterId = '0';

  constructor(
    private readonly database: Database,
    private readonly transactions: TaskTransactions,
  ) {}

  /** Looks at a page of them, the next each time; returns how many are verified now. */
  async run(): Promise<number> {
    const which = { attention: attention.verify, afterId: this.afterId, limit: operationsAPage };
    const { page, due } = await this.database.read(async (sql) => {
      const found = await findOperations(sql, which);
      return { page: found, due: await withStepsToTake(sql, found) };
    });
    this.afterId = page.length < operationsAPage ? '0' : (page.at(-1)?.id ?? '0');
    let verified = 0;
    for (const { id } of due) {
      const progress = await this.transactions.run({ kind: 'operation' }, (sql) => carryOn(sql, id, 1));
      if (progress === 'went-on') verified += 1;
    }
    return verified;
  }
}
