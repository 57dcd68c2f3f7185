import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../chance.js';
import type { Item } from '../history/entry.js';
import { nowMs } from '../history/recorder.js';
import type { RecordingClient } from '../history/recording-client.js';
import type { Board } from './board.js';
import { trafficQueueNames } from './plan.js';

const minuteMs = 60_000;

/** Deletes, reschedules and restarts tasks in whatever state they are, pauses queues, and tries old tokens. */
export class Operator {
  constructor(
    private readonly client: RecordingClient,
    private readonly chance: Chance,
    private readonly board: Board,
  ) {}

  /** Does one thing, and waits a little. */
  async act(): Promise<void> {
    const roll = this.chance.between(1, 100);
    if (roll <= 20) await this.delete();
    else if (roll <= 45) await this.reschedule();
    else if (roll <= 65) await this.restart();
    else if (roll <= 90) await this.tryOldToken();
    else await this.pauseShortly();
    await pause(this.chance.between(5, 40));
  }

  private async delete(): Promise<void> {
    const id = this.chance.pick(this.board.recentIds);
    if (id === undefined) return;
    const { answer } = await this.client.settle([{ verb: 'delete', id }]);
    if (answer?.results[0]?.status === 'ok') this.board.noteEnd();
  }

  private async reschedule(): Promise<void> {
    const id = this.chance.pick(this.board.recentIds);
    if (id === undefined) return;
    const scheduledAtMs = Math.floor(nowMs()) + this.chance.between(-minuteMs, 300);
    await this.client.settle([{ verb: 'reschedule', id, scheduledAtMs }]);
  }

  private async restart(): Promise<void> {
    const ids = new Set(
      [this.chance.pick(this.board.deadIds), this.chance.pick(this.board.deadIds)].flatMap((id) => id ?? []),
    );
    if (ids.size === 0) return;
    const { answer } = await this.client.settle([...ids].map((id): Item => ({ verb: 'restart', id })));
    for (const { status, newId } of answer?.results ?? [])
      if (status === 'ok' && newId !== undefined) this.board.noteTask(newId);
  }

  private async tryOldToken(): Promise<void> {
    const { recentHolds, overtakenHolds } = this.board;
    const isOvertaken = this.chance.happens(70);
    const hold = (isOvertaken ? overtakenHolds.at(-1) : undefined) ?? this.chance.pick(recentHolds);
    if (hold === undefined) return;
    const { id, token } = hold;
    const item = this.chance.pick<Item>([
      { verb: 'keepalive', id, token },
      { verb: 'complete', id, token },
      { verb: 'release', id, token },
      { verb: 'fail', id, token, retryable: true, retryAfterMs: 100 },
    ]);
    if (item !== undefined) await this.client.settle([item]);
  }

  private async pauseShortly(): Promise<void> {
    const queue = this.chance.pick(trafficQueueNames) ?? 'plain';
    await this.client.hold(queue, 'pause');
    await pause(this.chance.between(50, 300));
    for (let isPaused = true; isPaused;) {
      const { fate } = await this.client.hold(queue, 'resume');
      isPaused = fate !== 'answered';
      if (isPaused) await pause(50);
    }
  }
}
