import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../chance.js';
import type { Sent } from '../history/entry.js';
import { nowMs } from '../history/recorder.js';
import type { RecordingClient } from '../history/recording-client.js';
import type { Board } from './board.js';
import { trafficQueueNames, type TrafficPlan } from './plan.js';

const hourMs = 3_600_000;

/** Enqueues tasks into a few threads, now, earlier and later, one by one and in batches. */
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
    const size = this.chance.happens(25) ? this.chance.between(2, 6) : 1;
    const sent = Array.from({ length: size }, () => this.newTask());
    const { answer } = await this.client.enqueue(this.chance.pick(trafficQueueNames) ?? 'plain', sent);
    for (const { id } of answer?.admitted ?? []) this.board.noteTask(id);
    await pause(this.chance.between(0, 10));
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
    };
  }

  private time(): Pick<Sent, 'scheduledAtMs' | 'delayMs'> {
    const roll = this.chance.between(1, 100);
    if (roll <= 65) return {};
    if (roll <= 85) return { scheduledAtMs: Math.floor(nowMs()) - this.chance.between(0, hourMs) };
    return { delayMs: this.chance.between(0, 300) };
  }
}
