import { Injectable } from '@nestjs/common';
import type { DequeueRequest } from '@spool/contracts';
import { decideRelease } from '@spool/thread-engine';
import { troubleOf } from '../platform/database/database-error.js';
import { Shutdown } from '../platform/shutdown.js';
import { queueNotFound } from '../platform/spool-error.js';
import { Doorbell } from '../store/doorbell.js';
import { TaskTransactions } from '../store/task-transactions.js';
import { changeTasks } from '../store/transitions/change-tasks.js';
import type { Outcome } from '../store/transitions/outcome.js';
import { repairLeasedCandidates } from '../store/transitions/repair-thread.js';
import { loadSituation } from '../store/transitions/situation.js';
import {
  QueuePausedMeanwhile,
  takeTasks,
  type Demand,
  type TakenTask,
  type Taking,
} from '../store/transitions/take-tasks.js';
import { WorkersSeen } from '../store/workers-seen.js';
import { QueueLine } from './queue-line.js';
import { ReadyWatch } from './ready-watch.js';
import { Ticket } from './ticket.js';

/** Hands out tasks, at once or when they appear. */
@Injectable()
export class DequeueService {
  private readonly lines = new Map<string, QueueLine>();

  constructor(
    private readonly transactions: TaskTransactions,
    private readonly watch: ReadyWatch,
    private readonly workers: WorkersSeen,
    doorbell: Doorbell,
    shutdown: Shutdown,
  ) {
    doorbell.listen(({ queueId }) => this.tell(queueId));
    watch.watchFor({
      queueIds: () =>
        [...this.lines.values()].flatMap((line) =>
          line.hasWaiting && line.queueId !== null ? [line.queueId] : [],
        ),
      tell: (queueId) => this.tell(queueId),
    });
    shutdown.signal.addEventListener('abort', () => {
      for (const line of this.lines.values()) line.close();
    });
  }

  /**
   * Takes up to `max` tasks, waiting up to `waitMs` for the first. A caller that hangs up before it was answered
   * gets nothing: what was taken for it goes back, the attempt not counted (R11). Throws `queue_not_found`.
   */
  async dequeue(
    queueName: string,
    request: DequeueRequest,
    gone: AbortSignal,
  ): Promise<readonly TakenTask[]> {
    const ticket = new Ticket(
      {
        max: request.max,
        workerId: request.workerId,
        keepaliveTimeoutMs: request.keepaliveTimeoutMs ?? null,
      },
      request.waitMs,
      gone,
    );
    this.lineOf(queueName).join(ticket);
    const tasks = await ticket.answered;
    this.dropIdleLine(queueName);
    if (tasks === null) throw queueNotFound(queueName);
    if (!gone.aborted) return tasks;
    await this.undo(tasks);
    return [];
  }

  private lineOf(queueName: string): QueueLine {
    let line = this.lines.get(queueName);
    if (line === undefined) {
      line = new QueueLine(
        (demands) => this.take(queueName, demands),
        () => this.watch.wake(),
      );
      this.lines.set(queueName, line);
    }
    return line;
  }

  private dropIdleLine(queueName: string): void {
    if (this.lines.get(queueName)?.isEmpty === true) this.lines.delete(queueName);
  }

  private tell(queueId: number): void {
    for (const line of this.lines.values()) if (line.queueId === queueId && !line.isEmpty) line.look();
  }

  private async take(
    queueName: string,
    demands: readonly Demand[],
  ): Promise<Pick<Taking, 'queue' | 'shares'>> {
    try {
      return await this.takeOnce(queueName, demands);
    } catch (error) {
      if (error instanceof QueuePausedMeanwhile) return { queue: error.queue, shares: [] };
      if (troubleOf(error) !== 'duplicate-key') throw error;
      // The database refused a second lease: outside hands have been at work. Mend it, and look again.
      await this.transactions.run((sql) => repairLeasedCandidates(sql, queueName));
      return await this.takeOnce(queueName, demands);
    }
  }

  private async takeOnce(queueName: string, demands: readonly Demand[]): Promise<Taking> {
    const taking = await this.transactions.run(async (sql) => {
      const result = await takeTasks(sql, queueName, demands);
      return { result, tallies: [result.tallies], wakeups: [] };
    });
    if (taking.queue !== null) this.workers.note(taking.queue.id, demands);
    return taking;
  }

  /** Hands back what a caller that hung up had been given. */
  private async undo(tasks: readonly TakenTask[]): Promise<void> {
    const tokens = new Map(tasks.map(({ id, leaseToken }) => [id, leaseToken]));
    await this.transactions.run(async (sql) => {
      const situation = await loadSituation(sql, [...tokens.keys()]);
      const outcomes = [...situation.tasks.values()]
        .filter(({ id, lease }) => lease !== null && lease.token === tokens.get(id))
        .map(({ id, attempt, scheduledAtMs }): Outcome => {
          return {
            kind: 'returned',
            id,
            ...decideRelease({ attempt, scheduledAtMs, delayMs: null, nowMs: situation.nowMs }),
          };
        });
      const { tallies, wakeups } = await changeTasks(sql, situation, outcomes);
      return { result: undefined, tallies: [tallies], wakeups };
    });
  }
}
