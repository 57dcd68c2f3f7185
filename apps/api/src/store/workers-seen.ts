import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { recordCalls, type WorkerCall } from './worker-store.js';

/**
 * Who asked for tasks on this replica since the last {@link flush}: kept in memory, so that a dequeue pays nothing
 * for it, and written down once a second.
 */
@Injectable()
export class WorkersSeen {
  private readonly calls = new Map<string, WorkerCall>();

  constructor(private readonly database: Database) {}

  /** Notes that these workers asked for a queue's tasks. */
  note(queueId: number, callers: readonly { readonly workerId: string }[]): void {
    for (const { workerId } of callers) this.calls.set(`${queueId}:${workerId}`, { workerId, queueId });
  }

  /** Writes down what was noted. */
  async flush(): Promise<void> {
    const calls = [...this.calls.values()];
    this.calls.clear();
    if (calls.length > 0) await this.database.write((sql) => recordCalls(sql, calls));
  }
}
