import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { countQueues, type CountedQueue } from '../store/queue-count-store.js';

/** Counting that takes less than this is done for every request: the answer is as of now. */
const cheapMs = 50;
/** Dearer counts are kept for this many times what they took, so that counting stays a small part of the load. */
const keptFactor = 10;
const keptAtMostMs = 4_500;

interface Kept {
  readonly counted: CountedQueue;
  readonly freshUntilMs: number;
}

/** The counts of queues: as of now where counting is cheap, never more than five seconds old. */
@Injectable()
export class QueueCountsService {
  private readonly kept = new Map<number, Kept>();

  constructor(private readonly database: Database) {}

  /** Counts these queues. */
  async count(queueIds: readonly number[]): Promise<ReadonlyMap<number, CountedQueue>> {
    const startedMs = performance.now();
    const stale = queueIds.filter((id) => (this.kept.get(id)?.freshUntilMs ?? 0) <= startedMs);
    if (stale.length > 0) {
      const counted = await this.database.read((sql) => countQueues(sql, stale));
      const tookMs = performance.now() - startedMs;
      const freshForMs = tookMs < cheapMs ? 0 : Math.min(keptAtMostMs, tookMs * keptFactor);
      for (const [id, one] of counted)
        this.kept.set(id, { counted: one, freshUntilMs: startedMs + freshForMs });
    }
    return new Map(
      queueIds.flatMap((id) => {
        const one = this.kept.get(id)?.counted;
        return one === undefined ? [] : [[id, one]];
      }),
    );
  }
}
