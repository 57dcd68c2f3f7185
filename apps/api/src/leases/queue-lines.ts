import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/metrics/metrics.js';
import { Shutdown } from '../platform/shutdown.js';
import { Doorbell } from '../store/doorbell.js';
import { QueueLine, type TakeForAll } from './queue-line.js';
import { ReadyWatch } from './ready-watch.js';
import type { Share, Ticket } from './ticket.js';

/** The lines of callers, one a queue: told of work by this replica's own commits and by the watch over the others'. */
@Injectable()
export class QueueLines {
  private readonly lines = new Map<string, QueueLine>();

  constructor(
    private readonly watch: ReadyWatch,
    doorbell: Doorbell,
    private readonly shutdown: Shutdown,
    metrics: Metrics,
  ) {
    metrics.gauge(
      { name: 'spool_dequeue_callers', help: 'Callers of dequeue that are waiting or being served.' },
      () => [{ labels: {}, value: this.countCallers() }],
    );
    doorbell.listen(({ queueId }) => this.tell(queueId));
    watch.watchFor({ queueIds: () => this.waitedFor(), tell: (queueId) => this.tell(queueId) });
    shutdown.leaving.addEventListener('abort', () => {
      for (const line of this.lines.values()) line.close();
    });
  }

  /** Stands in a queue's line until the caller is answered. */
  async standIn(queueName: string, ticket: Ticket, take: TakeForAll): Promise<Share> {
    let line = this.lines.get(queueName);
    if (line === undefined) {
      line = new QueueLine(take, () => this.watch.wake());
      this.lines.set(queueName, line);
      if (this.shutdown.leaving.aborted) line.close();
    }
    line.join(ticket);
    try {
      return await ticket.answered;
    } finally {
      if (line.isEmpty && this.lines.get(queueName) === line) this.lines.delete(queueName);
    }
  }

  private countCallers(): number {
    return [...this.lines.values()].reduce((sum, { length }) => sum + length, 0);
  }

  private waitedFor(): number[] {
    return [...this.lines.values()].flatMap(({ hasWaiting, queueId }) =>
      hasWaiting && queueId !== null ? [queueId] : [],
    );
  }

  private tell(queueId: number): void {
    for (const line of this.lines.values()) if (line.queueId === queueId && !line.isEmpty) line.look();
  }
}
