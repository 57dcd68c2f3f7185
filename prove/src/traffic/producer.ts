import { setTimeout as pause } from 'node:timers/promises';
import type { Backoff } from '@spool/oracle/installation.js';
import type { Chance } from '../chance.js';
import type { Entry, Sent } from '../history/entry.js';
import { nowMs } from '../history/recorder.js';
import type { RecordingClient } from '../history/recording-client.js';
import type { Board } from './board.js';
import { trafficQueueNames, type TrafficPlan } from './plan.js';

const hourMs = 3_600_000;
const mostTries = 2;

/** More than any list or statement that is cut somewhere holds by chance. */
const large = { from: 101, to: 140 };
/** Farther from those of the queues than a slow call lasts: its instant is known no better. */
const backoffs: readonly Backoff[] = [
  { type: 'fixed', initialMs: 1_200, factor: 1, maxMs: 1_200 },
  { type: 'exponential', initialMs: 900, factor: 2, maxMs: 1_500 },
];

/** Enqueues tasks into a few threads, now, earlier and later, one by one and in batches; some of them twice. */
export class Producer {
  constructor(
    private readonly client: RecordingClient,
    private readonly chance: Chance,
    private readonly board: Board,
    private readonly plan: TrafficPlan,
  ) {}

  /** Sends one call. */
  async act(): Promise<void> {
    if (this.board.live >= this.plan.mostLive) {
      await pause(5);
      return;
    }
    const queue = this.chance.pick(trafficQueueNames) ?? 'plain';
    if (this.chance.happens(15)) await this.sendTwice(queue);
    else this.note(await this.client.enqueue(queue, this.newTasks()));
    await pause(this.chance.between(0, 10));
  }

  /** Sends tasks with keys, at once to two replicas or once more; until it is known that they are there. */
  private async sendTwice(queue: string): Promise<void> {
    const sent = this.newTasks().map((task) => ({ ...task, dedupKey: task.marker }));
    const send = async (): Promise<boolean> => {
      const entry = await this.client.enqueue(queue, sent);
      this.note(entry);
      return entry.fate === 'answered';
    };
    const known = await Promise.all(this.chance.happens(50) ? [send(), send()] : [send()]);
    for (let tries = 0; tries < mostTries && !known.includes(true); tries += 1) known.push(await send());
    if (known.length === 1) await send();
  }

  private note({ answer }: Entry): void {
    for (const { id, deduplicated } of answer?.admitted ?? [])
      if (deduplicated !== true) this.board.noteTask(id);
  }

  private newTasks(): Sent[] {
    const { chance } = this;
    const { largeBatchEvery } = this.plan;
    if (largeBatchEvery > 0 && chance.between(1, largeBatchEvery) === 1)
      return Array.from({ length: chance.between(large.from, large.to) }, () => ({
        marker: this.board.newMarker(),
        threadId: null,
      }));
    const size = chance.happens(25) ? chance.between(2, 6) : 1;
    return Array.from({ length: size }, () => this.newTask());
  }

  private newTask(): Sent {
    const { chance } = this;
    const generation = Math.floor(nowMs() / this.plan.threadLastsMs) % 1_000_000;
    const threadId = chance.happens(12)
      ? null
      : `t${generation}-${chance.between(1, this.plan.threadsAtOnce)}`;
    return {
      marker: this.board.newMarker(),
      threadId,
      ...this.time(),
      ...(chance.happens(20) ? { maxAttempts: chance.between(1, 3) } : {}),
      ...this.kind(),
    };
  }

  private kind(): Pick<Sent, 'type' | 'backoff'> {
    const backoff = this.chance.happens(30) ? this.chance.pick(backoffs) : undefined;
    return {
      ...(this.chance.happens(30) ? { type: `type-${this.chance.between(1, 3)}` } : {}),
      ...(backoff === undefined ? {} : { backoff }),
    };
  }

  private time(): Pick<Sent, 'scheduledAtMs' | 'delayMs'> {
    const roll = this.chance.between(1, 100);
    if (roll <= 65) return {};
    if (roll <= 85) return { scheduledAtMs: Math.floor(nowMs()) - this.chance.between(0, hourMs) };
    return { delayMs: this.chance.between(0, 300) };
  }
}
