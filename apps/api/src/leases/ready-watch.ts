import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { readWaits } from '../store/ready-store.js';

/** How often the database is asked what other replicas made ready: once for all queues and all who wait. */
const lookEveryMs = 50;
const afterTroubleMs = 500;

/** Those who wait on queues: which, and how to tell one that there is work. */
export interface Waiting {
  queueIds(): readonly number[];
  tell(queueId: number): void;
}

/**
 * Notices work that appears without a word on this replica: what another replica enqueued, and what falls due.
 * One statement every 50 ms while somebody waits, whatever their number; none while nobody does.
 */
@Injectable()
export class ReadyWatch implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private isStopped = false;
  private waiting: Waiting = { queueIds: () => [], tell: () => undefined };

  constructor(private readonly database: Database) {}

  /** Watches for these; call {@link wake} when somebody begins to wait. */
  watchFor(waiting: Waiting): void {
    this.waiting = waiting;
  }

  /** Somebody waits now: look, unless that is under way. */
  wake(): void {
    if (!this.isLooking && this.timer === undefined) this.lookIn(lookEveryMs);
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private lookIn(delayMs: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.look(), delayMs);
  }

  private async look(): Promise<void> {
    this.timer = undefined;
    const queueIds = this.waiting.queueIds();
    if (queueIds.length === 0) return;
    this.isLooking = true;
    let nextMs = lookEveryMs;
    try {
      const waits = await this.database.read((sql) => readWaits(sql, queueIds));
      for (const [queueId, waitMs] of waits) {
        if (waitMs === 0) this.waiting.tell(queueId);
        else nextMs = Math.min(nextMs, Math.ceil(waitMs));
      }
    } catch {
      nextMs = afterTroubleMs;
    }
    this.isLooking = false;
    this.lookIn(nextMs);
  }
}
