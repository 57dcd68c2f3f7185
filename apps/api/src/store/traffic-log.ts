import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { readClock } from './clock.js';
import {
  addStatistics,
  everyQueueId,
  readDepths,
  type Depths,
  type StatisticsRow,
} from './statistics-store.js';
import { Traffic } from './traffic.js';

const freshMs = 1_000;
const nothing: Depths = { depth: 0, inProgress: 0, dead: 0 };

/** What happened on this replica: counted in memory as transactions commit, and written down now and then. */
@Injectable()
export class TrafficLog {
  /** All that happened since this replica started, for metrics. */
  readonly sinceStart = new Traffic();
  private readonly traffic = new Traffic();
  private flushing: Promise<void> | null = null;
  private flushedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  /** Notes what a committed transaction did. */
  note(happened: Traffic): void {
    if (happened.isEmpty) return;
    this.traffic.addAll(happened);
    this.sinceStart.addAll(happened);
  }

  /** Writes down what was noted, unless that was done less than a second ago. */
  async flushIfStale(): Promise<void> {
    if (this.flushing !== null || performance.now() - this.flushedAtMs > freshMs) await this.flush();
  }

  /** Writes down what was noted, and how much is where; calls that come together share a flush. */
  async flush(): Promise<void> {
    this.flushing ??= this.write().finally(() => {
      this.flushing = null;
    });
    await this.flushing;
  }

  private async write(): Promise<void> {
    const taken = this.traffic.take();
    try {
      await this.database.write(async (sql) =>
        addStatistics(sql, await rowsOf(sql, taken), await readClock(sql)),
      );
      this.flushedAtMs = performance.now();
    } catch (error) {
      this.traffic.addAll(taken);
      throw error;
    }
  }
}

const rowsOf = async (sql: Sql, traffic: Traffic): Promise<StatisticsRow[]> => {
  const depths = await readDepths(sql);
  const byQueue = new Map(traffic.entries());
  const quiet = new Traffic();
  const known = new Set([...byQueue.keys(), ...depths.keys()]);
  const rows = [...known].flatMap((queueId): StatisticsRow[] => {
    const { depth, inProgress, dead } = depths.get(queueId) ?? nothing;
    const happened = byQueue.get(queueId);
    const isIdle = happened === undefined && depth === 0 && inProgress === 0 && dead === 0;
    return isIdle ? [] : [{ queueId, ...(happened ?? quiet.total()), depth, inProgress, dead }];
  });
  const sum = (name: keyof Depths): number => rows.reduce((total, row) => total + row[name], 0);
  const all = { depth: sum('depth'), inProgress: sum('inProgress'), dead: sum('dead') };
  return [{ queueId: everyQueueId, ...traffic.total(), ...all }, ...rows];
};
