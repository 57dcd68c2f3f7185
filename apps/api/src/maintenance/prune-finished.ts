import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { readClock } from '../store/clock.js';
import { TallyChanges } from '../store/counter-store.js';
import { deleteDead, findExpiredDead } from '../store/dead-task-store.js';
import { deleteFailedAttempts } from '../store/failed-attempt-store.js';
import {
  deleteFinished,
  findExpiredFinished,
  finishedState,
  type FinishedState,
} from '../store/finished-task-store.js';
import { listQueues, type QueueRecord } from '../store/queue-store.js';
import { queuesOfFinished } from '../store/retention-store.js';
import { TaskTransactions } from '../store/task-transactions.js';
import type { Job } from './job.js';

const tasksAtOnce = 500;
const finishedStates = Object.keys(finishedState) as FinishedState[];

/** What of a queue is past its retention. */
interface Expired {
  readonly queueId: number;
  readonly state: FinishedState | 'DEAD';
  readonly beforeMs: number;
}

/** Deletes finished and dead tasks whose retention has ended, in small transactions. */
@Injectable()
export class PruneFinished implements Job {
  readonly name = 'prune-finished';

  constructor(
    private readonly database: Database,
    private readonly transactions: TaskTransactions,
  ) {}

  /** Prunes everything that is due; returns how many tasks. */
  async run(): Promise<number> {
    const { due, orphans } = await this.database.read(async (sql) => {
      const nowMs = await readClock(sql);
      const queues = await listQueues(sql);
      const known = new Set(queues.map(({ id }) => id));
      const deletedQueues = (await queuesOfFinished(sql)).filter((id) => !known.has(id));
      return {
        due: queues.flatMap((queue) => dueOf(queue, nowMs)),
        orphans: deletedQueues.flatMap((id) => allOf(id, nowMs)),
      };
    });
    let pruned = 0;
    for (const expired of [...due, ...orphans]) pruned += await this.prune(expired);
    return pruned;
  }

  private async prune(expired: Expired): Promise<number> {
    let pruned = 0;
    for (;;) {
      const ids = await this.database.read((sql) =>
        expired.state === 'DEAD'
          ? findExpiredDead(sql, { ...expired, limit: tasksAtOnce })
          : findExpiredFinished(sql, { ...expired, state: expired.state, limit: tasksAtOnce }),
      );
      if (ids.length > 0) pruned += await this.pruneTogether(expired, ids);
      if (ids.length < tasksAtOnce) return pruned;
    }
  }

  private pruneTogether({ queueId, state }: Expired, ids: readonly string[]): Promise<number> {
    return this.transactions.run({ kind: 'prune' }, async (sql) => {
      const deleted = state === 'DEAD' ? await deleteDead(sql, ids) : await deleteFinished(sql, ids);
      deleteFailedAttempts(sql, ids);
      const tallies = new TallyChanges();
      if (state === 'DEAD') tallies.add(queueId, 'dead', -deleted);
      if (state === 'COMPLETED') tallies.add(queueId, 'completed', -deleted);
      return { result: deleted, tallies: [tallies], wakeups: [] };
    });
  }
}

const dueOf = ({ id: queueId, configuration: { retention } }: QueueRecord, nowMs: number): Expired[] => [
  { queueId, state: 'COMPLETED', beforeMs: nowMs - retention.completedMs },
  { queueId, state: 'DEAD', beforeMs: nowMs - retention.deadMs },
  { queueId, state: 'RESTARTED', beforeMs: nowMs - retention.deadMs },
  { queueId, state: 'FORWARDED', beforeMs: nowMs - retention.deadMs },
];

/** Everything that finished in a queue that was deleted since. */
const allOf = (queueId: number, nowMs: number): Expired[] =>
  finishedStates.map((state) => ({ queueId, state, beforeMs: nowMs + 1 }));
