import { Injectable } from '@nestjs/common';
import {
  limits,
  type CompleteResult,
  type ExchangeRequest,
  type FailResult,
  type ItemRefusal,
} from '@spool/contracts';
import { mayBeOneCallersFault } from '../platform/database/unknown-outcome.js';
import { KeyedLanes } from '../platform/keyed-lanes.js';
import { queueNotFound } from '../platform/spool-error.js';
import { TaskTransactions } from '../store/task-transactions.js';
import {
  QueuePausedMeanwhile,
  takeFrom,
  takeTasks,
  type Demand,
  type TakenTask,
} from '../store/transitions/take-tasks.js';
import { WorkersSeen } from '../store/workers-seen.js';
import { demandOf, DequeueService, type Taker } from './dequeue.service.js';
import { RefusedLeases } from './refused-leases.js';
import { settle, type Settlement } from './settle.js';
import { completeCall, failCall } from './settlements.js';
import { undoTaking } from './undo-taking.js';

/** What an exchange came to. */
export interface Exchanged {
  readonly complete: readonly (CompleteResult | ItemRefusal)[];
  readonly fail: readonly (FailResult | ItemRefusal)[];
  readonly tasks: readonly TakenTask[];
}

interface ExchangeCall {
  readonly settlements: readonly Settlement[];
  readonly demand: Demand | null;
}

const sizeOf = ({ settlements, demand }: ExchangeCall): number => settlements.length + (demand?.max ?? 0);

/**
 * Settles and takes in one transaction, so that a hot thread costs one round trip and one commit a task. Exchanges of
 * one queue that come together share a transaction: first all settle, then all take.
 */
@Injectable()
export class ExchangeService {
  private readonly lanes: KeyedLanes<ExchangeCall, readonly TakenTask[]>;

  constructor(
    private readonly transactions: TaskTransactions,
    private readonly dequeues: DequeueService,
    private readonly workers: WorkersSeen,
    private readonly refusedLeases: RefusedLeases,
  ) {
    this.lanes = new KeyedLanes((queueName, calls) => this.run(queueName, calls), {
      sizeOf,
      batchSize: limits.batchItems,
      batchesAtOnce: 2,
      largeBatchesAtOnce: 4,
      mayRepeat: mayBeOneCallersFault,
    });
  }

  /** Settles what the claims allow and takes what is ready; waits only if there was neither. Throws `queue_not_found`. */
  async exchange(queueName: string, request: ExchangeRequest, taker: Taker): Promise<Exchanged> {
    const { act, gone } = taker;
    const completing = completeCall(request.complete, act);
    const failing = failCall(request.fail, act);
    const settlements = [...completing.settlements, ...failing.settlements];
    const demand = request.dequeue === undefined ? null : demandOf(request.dequeue, act);
    const taken = settlements.length === 0 ? [] : await this.lanes.submit(queueName, { settlements, demand });
    const exchanged = { complete: completing.results, fail: failing.results };
    if (gone.aborted && taken.length > 0) {
      await this.transactions.run({ kind: 'undo_dequeue' }, (sql) => undoTaking(sql, taken));
      return { ...exchanged, tasks: [] };
    }
    const hasSettled = [...exchanged.complete, ...exchanged.fail].some(({ status }) => status === 'ok');
    if (request.dequeue === undefined || hasSettled || taken.length > 0)
      return { ...exchanged, tasks: taken };
    return { ...exchanged, tasks: await this.dequeues.dequeue(queueName, request.dequeue, taker) };
  }

  private async run(
    queueName: string,
    calls: readonly ExchangeCall[],
  ): Promise<readonly (readonly TakenTask[])[]> {
    try {
      return await this.refusedLeases.retake(queueName, () => this.runOnce(queueName, calls));
    } catch (error) {
      if (!(error instanceof QueuePausedMeanwhile)) throw error;
      const settlingOnly = calls.map(({ settlements }) => ({ settlements, demand: null }));
      return await this.runOnce(queueName, settlingOnly);
    }
  }

  private async runOnce(
    queueName: string,
    calls: readonly ExchangeCall[],
  ): Promise<readonly (readonly TakenTask[])[]> {
    const demands = calls.flatMap(({ demand }) => (demand === null ? [] : [demand]));
    const purpose = { kind: 'exchange', callers: calls.length, isTriedApart: true } as const;
    const { queue, shares } = await this.transactions.run(purpose, async (sql) => {
      const settled = await settle(
        sql,
        calls.flatMap(({ settlements }) => settlements),
      );
      const seen = [...settled.result.values()].find(({ name }) => name === queueName);
      const taking =
        seen === undefined ? await takeTasks(sql, queueName, demands) : await takeFrom(sql, seen, demands);
      if (taking.queue === null) throw queueNotFound(queueName);
      return { result: taking, tallies: [...settled.tallies, taking.tallies], wakeups: settled.wakeups };
    });
    if (queue !== null) this.workers.note(queue.id, demands);
    const remaining = [...shares];
    return calls.map(({ demand }) => (demand === null ? [] : (remaining.shift() ?? [])));
  }
}
