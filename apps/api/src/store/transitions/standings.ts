import type { TaskStanding } from '@spool/thread-engine';
import type { Sql } from '../../platform/database/sql.js';
import { readDead } from '../dead-task-store.js';
import { readFailureTokens } from '../failed-attempt-store.js';
import { readFinished } from '../finished-task-store.js';
import type { Lease } from '../lease-store.js';
import { readQueues, type QueueRecord } from '../queue-store.js';

/** A task that is held, or could be. */
export interface Holding {
  readonly queueId: number;
  readonly lease: Lease | null;
}

/** Tasks that are held, or could be, and their queues. */
export interface Held {
  readonly holdings: ReadonlyMap<string, Holding>;
  readonly queues: ReadonlyMap<number, QueueRecord>;
}

/** A caller's word that it holds a task. */
export interface Claim {
  readonly id: string;
  readonly leaseToken: string;
}

/** Which queues a caller sees; tasks of others do not exist for it. */
export type Sees = (queue: QueueRecord) => boolean;

interface Ended {
  readonly queueId: number;
  readonly token: string | null;
  readonly settledAs: 'completed' | 'dead';
}

/** Where tasks stand for those who claim to hold them: what `judgeClaim` needs to give the honest reason (R12). */
export class Standings {
  private constructor(
    private readonly holdings: ReadonlyMap<string, Holding>,
    private readonly ended: ReadonlyMap<string, Ended>,
    private readonly failureTokens: ReadonlySet<string>,
    private readonly queues: ReadonlyMap<number, QueueRecord>,
  ) {}

  /** Reads what the claims need: nothing on the happy path, where every token is current. */
  static async read(sql: Sql, { holdings, queues }: Held, claims: readonly Claim[]): Promise<Standings> {
    const doubtful = claims
      .filter(({ id, leaseToken }) => holdings.get(id)?.lease?.token !== leaseToken)
      .map(({ id }) => id);
    const ended = await readEnded(sql, doubtful);
    const failureTokens = await readFailureTokens(sql, doubtful);
    const elsewhere = [...ended.values()].map(({ queueId }) => queueId).filter((id) => !queues.has(id));
    const known =
      elsewhere.length === 0 ? queues : new Map([...queues, ...(await readQueues(sql, elsewhere))]);
    return new Standings(holdings, ended, failureTokens, known);
  }

  /** Where one task stands for the bearer of a token, who sees the tasks of some queues only. */
  of({ id, leaseToken }: Claim, sees: Sees): TaskStanding {
    const holding = this.holdings.get(id);
    const ended = this.ended.get(id);
    const queueId = ended?.queueId ?? holding?.queueId;
    const queue = queueId === undefined ? undefined : this.queues.get(queueId);
    if (queue === undefined || !sees(queue)) {
      return { exists: false, currentToken: null, settledAs: null };
    }
    const retried = this.failureTokens.has(`${id}:${leaseToken}`) ? 'retrying' : null;
    if (ended !== undefined) {
      return {
        exists: true,
        currentToken: null,
        settledAs: ended.token === leaseToken ? ended.settledAs : retried,
      };
    }
    return { exists: true, currentToken: holding?.lease?.token ?? null, settledAs: retried };
  }
}

const readEnded = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Ended>> => {
  const ended = new Map<string, Ended>();
  if (ids.length === 0) return ended;
  for (const [id, { queueId, settledToken }] of await readDead(sql, ids)) {
    ended.set(id, { queueId, token: settledToken, settledAs: 'dead' });
  }
  for (const [id, { queueId, settledToken, state }] of await readFinished(sql, ids)) {
    ended.set(id, { queueId, token: settledToken, settledAs: state === 'COMPLETED' ? 'completed' : 'dead' });
  }
  return ended;
};
