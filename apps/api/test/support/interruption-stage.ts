import type { Database } from '../../src/platform/database/database.js';
import { freshName } from './fresh-names.js';
import type { Operation, Scene } from './interruptible-operations.js';
import type { TaskCalls } from './task-calls.js';

const longAgoMs = Date.parse('2026-01-01T00:00:00.000Z');
const sceneEveryMs = 60_000;
const mostAtOnce = 500;
const names = ['A', 'B', 'C'] as const;

const lapseByHand = `
  UPDATE leases SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE task_id IN (?)`;
const everywhere = `
  SELECT t.id, t.queue_id, t.type, t.attempt,
    CONCAT(IF(t.ready_at IS NULL, 'not offered', 'offered'), ' and ', IF(l.slot IS NULL, 'not held', 'held')) AS place
  FROM tasks t LEFT JOIN leases l ON l.task_id = t.id
  UNION ALL SELECT id, queue_id, type, attempt, CONCAT('dead of ', COALESCE(error_type, 'nothing said')) FROM dead_tasks
  UNION ALL SELECT id, queue_id, type, attempt, CONCAT('finished as ', state) FROM finished_tasks`;
const selectPicture = `
  SELECT SUBSTR(e.type, 1, 1) AS name, IF(q.name = ?, 'its queue', 'the target') AS queue, e.attempt, e.place,
    (SELECT COUNT(*) FROM failed_attempts f WHERE f.task_id = e.id) AS failures
  FROM (${everywhere}) e JOIN queues q ON q.id = e.queue_id WHERE e.type IN (?)`;
const selectThread = `
  SELECT h.size, t.type FROM threads h LEFT JOIN tasks t ON t.id = h.front_task_id WHERE h.thread_id = ?`;

interface PictureRow {
  readonly name: Buffer;
  readonly queue: string;
  readonly attempt: number;
  readonly place: string;
  readonly failures: number | string;
}

/** Scenes for one operation, in a queue of their own, and what can be seen of them. */
export class InterruptionStage {
  private scenes = 0;

  private constructor(
    private readonly database: Database,
    private readonly calls: TaskCalls,
    private readonly operation: Operation,
    readonly queues: readonly [queue: string, target: string],
  ) {}

  /** Makes the queue that the operation works on, and one that it may forward to. */
  static async build(
    database: Database,
    calls: TaskCalls,
    operation: Operation,
    name: string,
  ): Promise<InterruptionStage> {
    const target = `${name}-target`;
    await calls.putQueue(target);
    await calls.putQueue(name, {
      backoff: { type: 'fixed', initialMs: 0 },
      keepaliveTimeoutMs: 3_600_000,
      deadLetter: operation.forwards === true ? { mode: 'forward', queue: target } : {},
    });
    return new InterruptionStage(database, calls, operation, [name, target]);
  }

  /** Sets so many scenes, all where the operation begins. The n-th's tasks are earlier than the next one's. */
  async set(count: number): Promise<readonly Scene[]> {
    const [queue] = this.queues;
    const marks = Array.from({ length: count }, () => freshName('scene'));
    const tasks = marks.flatMap((mark, index) =>
      names.map((name) => ({
        type: `${name}-${mark}`,
        ...(name === 'C' ? {} : { threadId: mark }),
        scheduledAt: new Date(longAgoMs + (this.scenes + index) * sceneEveryMs).toISOString(),
      })),
    );
    this.scenes += count;
    const enqueued = await this.calls.enqueueBatch(queue, tasks);
    const idOf = new Map(enqueued.map(({ type, id }) => [type, id]));
    const held = await this.takeWhatBegins();
    return marks.map((mark) => {
      const ids = {
        A: idOf.get(`A-${mark}`) ?? '',
        B: idOf.get(`B-${mark}`) ?? '',
        C: idOf.get(`C-${mark}`) ?? '',
      };
      const ofScene = held.filter(({ id }) => id === ids.A || id === ids.C);
      return { queue, mark, ids, held: ofScene };
    });
  }

  /** Does what must be done right before the operation. */
  async begin({ ids }: Scene): Promise<void> {
    if (this.operation.begins === 'lapsed') await this.lapse([ids.A, ids.C]);
  }

  /** All that the rows say of a scene, but ids and times. */
  async pictureOf({ mark, queue }: Scene): Promise<readonly string[]> {
    const types = ['A', 'B', 'C', 'D', 'E'].map((name) => `${name}-${mark}`);
    return await this.database.read(async (sql) => {
      const rows = await sql.rows<PictureRow>(selectPicture, [queue, types]);
      const [line] = await sql.rows<{ size: number; type: Buffer | null }>(selectThread, [mark]);
      const front =
        line === undefined
          ? 'no thread'
          : `thread of ${line.size}, front ${line.type?.toString('utf8', 0, 1)}`;
      return [...rows.map(sentenceOf).toSorted(), front];
    });
  }

  /** Works off everything, after one sweep; answers what then is still live. */
  async drain(sweep: () => Promise<unknown>): Promise<string[]> {
    const [queue, target] = this.queues;
    const live = await this.calls.tasks({ queue, state: 'IN_PROGRESS', limit: '200' });
    if (live.length > 0) await this.lapse(live.map(({ id }) => id));
    await sweep();
    for (const name of [queue, target]) {
      for (;;) {
        const taken = await this.calls.dequeue(name, { max: mostAtOnce });
        if (taken.length === 0) break;
        await this.calls.complete(taken);
      }
    }
    const left = await Promise.all(
      ['ENQUEUED', 'IN_PROGRESS'].flatMap((state) =>
        [queue, target].map((name) => this.calls.tasks({ queue: name, state })),
      ),
    );
    return left.flat().map(({ id, state, type }) => `${type} ${state} ${id}`);
  }

  /** Takes more than the scenes' own, where an earlier scene has left a head behind. */
  private async takeWhatBegins() {
    const [queue] = this.queues;
    if (this.operation.begins === 'enqueued') return [];
    const held = await this.calls.dequeue(queue, { max: mostAtOnce });
    if (this.operation.begins === 'dead') await this.calls.fail(held, { retryable: false });
    return held;
  }

  private async lapse(ids: readonly string[]): Promise<void> {
    await this.database.write((sql) => sql.change(lapseByHand, [ids]));
  }
}

const sentenceOf = ({ name, queue, attempt, place, failures }: PictureRow): string =>
  `${name.toString()} in ${queue} is ${place}, at attempt ${attempt}, with ${failures} failures`;
