import { Injectable } from '@nestjs/common';
import { limits } from '@spool/contracts';
import { Database } from '../platform/database/database.js';
import { Lane } from '../platform/lane.js';
import { countQueues, type CountedQueue } from '../store/queue-count-store.js';

/** Counting that takes less than this is done for every request: the answer is as of now. */
const cheapMs = 50;
/** Dearer counts are kept for this many times what they took, so that counting stays a small part of the load. */
const keptFactor = 10;
const keptAtMostMs = 4_500;

type Counts = ReadonlyMap<number, CountedQueue>;

interface Kept {
  readonly counted: CountedQueue;
  readonly freshUntilMs: number;
}

/** The counts of queues: as of now where counting is cheap, never more than five seconds old. */
@Injectable()
export class QueueCountsService {
  private readonly kept = new Map<number, Kept>();
  private readonly lane: Lane<readonly number[], Counts>;

  constructor(private readonly database: Database) {
    this.lane = new Lane(
      async (calls) => {
        const counts = await this.countAll([...new Set(calls.flat())]);
        return calls.map(() => counts);
      },
      {
        sizeOf: (queueIds) => queueIds.length,
        batchSize: limits.listItems,
        batchesAtOnce: 1,
        largeBatchesAtOnce: 1,
        mayRepeat: () => true,
      },
    );
  }

  /** Counts these queues. Callers that come together are counted for once. */
  count(queueIds: readonly number[]): Promise<Counts> {
    return queueIds.length === 0 ? Promise.resolve(new Map()) : this.lane.submit(queueIds);
  }

  private async countAll(queueIds: readonly number[]): Promise<Counts> {
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
