import { Injectable } from '@nestjs/common';
import {
  limits,
  type CompleteItem,
  type CompleteResult,
  type FailItem,
  type FailResult,
  type ItemRefusal,
  type ReleaseItem,
  type ReleaseResult,
} from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { mayBeOneCallersFault } from '../platform/database/unknown-outcome.js';
import { Lane } from '../platform/lane.js';
import { TaskTransactions } from '../store/task-transactions.js';
import { settle, type Settlement } from './settle.js';
import { completeCall, failCall, releaseCall, type SettlingCall } from './settlements.js';

/** What a worker does with leases that it holds. Calls that come together share a transaction, whatever their kind. */
@Injectable()
export class SettleService {
  private readonly lane: Lane<readonly Settlement[], true>;

  constructor(transactions: TaskTransactions) {
    this.lane = new Lane(
      async (calls) => {
        const purpose = { kind: 'settle', callers: calls.length, isTriedApart: true } as const;
        await transactions.run(purpose, (sql) => settle(sql, calls.flat()));
        return calls.map(() => true as const);
      },
      {
        sizeOf: (settlements) => settlements.length,
        batchSize: limits.batchItems,
        batchesAtOnce: 2,
        largeBatchesAtOnce: 4,
        mayRepeat: mayBeOneCallersFault,
      },
    );
  }

  /** Completes tasks; one result an item. */
  complete(items: readonly CompleteItem[], act: Act): Promise<(CompleteResult | ItemRefusal)[]> {
    return this.submit(completeCall(items, act));
  }

  /** Fails attempts; one result an item. */
  fail(items: readonly FailItem[], act: Act): Promise<(FailResult | ItemRefusal)[]> {
    return this.submit(failCall(items, act));
  }

  /** Hands tasks back; one result an item. */
  release(items: readonly ReleaseItem[], act: Act): Promise<(ReleaseResult | ItemRefusal)[]> {
    return this.submit(releaseCall(items, act));
  }

  private async submit<Result>(call: SettlingCall<Result>): Promise<(Result | ItemRefusal)[]> {
    await this.lane.submit(call.settlements);
    return call.results;
  }
}
