import { Injectable } from '@nestjs/common';
import type { DequeueRequest } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { queueNotFound, SpoolError } from '../platform/spool-error.js';
import { TaskTransactions } from '../store/task-transactions.js';
import {
  QueuePausedMeanwhile,
  takeTasks,
  type Demand,
  type TakenTask,
  type Taking,
} from '../store/transitions/take-tasks.js';
import { WorkersSeen } from '../store/workers-seen.js';
import { QueueLines } from './queue-lines.js';
import { RefusedLeases } from './refused-leases.js';
import { Ticket } from './ticket.js';
import { undoTaking } from './undo-taking.js';

/** Who takes tasks, and whether they are still there. */
export interface Taker {
  readonly act: Act;
  readonly gone: AbortSignal;
  /** Whether its credentials still hold: they may have ended while it waited. Never throws. */
  readonly isStillKnown: () => Promise<boolean>;
}

/** Who was answered sooner was known a moment ago. */
const knownForMs = 500;

/** Hands out tasks, at once or when they appear. */
@Injectable()
export class DequeueService {
  constructor(
    private readonly transactions: TaskTransactions,
    private readonly lines: QueueLines,
    private readonly workers: WorkersSeen,
    private readonly refusedLeases: RefusedLeases,
  ) {}

  /**
   * Takes up to `max` tasks, waiting up to `waitMs` for the first. A caller that hangs up before it was answered
   * gets nothing: what was taken for it goes back, the attempt not counted (R11). So does one whose key was revoked while
   * it waited. Throws `queue_not_found`, `unauthenticated`.
   */
  async dequeue(
    queueName: string,
    request: DequeueRequest,
    { act, gone, isStillKnown }: Taker,
  ): Promise<readonly TakenTask[]> {
    const cameAtMs = performance.now();
    const ticket = new Ticket(demandOf(request, act), request.waitMs, gone);
    const tasks = await this.lines.standIn(queueName, ticket, (demands) => this.take(queueName, demands));
    if (tasks === null) throw queueNotFound(queueName);
    if (tasks.length === 0) return tasks;
    const isKnown = performance.now() - cameAtMs < knownForMs || (await isStillKnown());
    if (isKnown && !gone.aborted) return tasks;
    await this.transactions.run({ kind: 'undo_dequeue' }, (sql) => undoTaking(sql, tasks));
    if (!isKnown) throw new SpoolError('unauthenticated', 'These credentials ended while the call waited.');
    return [];
  }

  private async take(
    queueName: string,
    demands: readonly Demand[],
  ): Promise<Pick<Taking, 'queue' | 'shares'>> {
    try {
      return await this.refusedLeases.retake(queueName, () => this.takeOnce(queueName, demands));
    } catch (error) {
      if (error instanceof QueuePausedMeanwhile) return { queue: error.queue, shares: [] };
      throw error;
    }
  }

  private async takeOnce(queueName: string, demands: readonly Demand[]): Promise<Taking> {
    const purpose = { kind: 'dequeue', callers: demands.length } as const;
    const taking = await this.transactions.run(purpose, async (sql) => {
      const result = await takeTasks(sql, queueName, demands);
      return { result, tallies: [result.tallies], wakeups: [] };
    });
    if (taking.queue !== null) this.workers.note(taking.queue.id, demands);
    return taking;
  }
}

/** What a request wants of a queue. */
export const demandOf = ({ max, workerId, keepaliveTimeoutMs }: DequeueRequest, act: Act): Demand => ({
  max,
  workerId,
  keepaliveTimeoutMs: keepaliveTimeoutMs ?? null,
  ...(act.isAudited ? { act } : {}),
});
