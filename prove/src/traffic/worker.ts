import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../chance.js';
import type { Demand, Entry, Item, Taken } from '../history/entry.js';
import type { RecordingClient } from '../history/recording-client.js';
import type { Board } from './board.js';
import { trafficQueueNames } from './plan.js';

const shortTimeoutMs = 1_000;
const usualTimeoutMs = 5_000;
/** Long enough after a short lease that its lapse was applied. */
const lateMs = 1_600;

const settling = <Verb extends 'complete' | 'release' | 'keepalive'>(verb: Verb, { id, token }: Taken) => ({
  verb,
  id,
  token,
});

/** Takes tasks and does with them whatever workers do: well, badly, twice, too late or never. */
export class Worker {
  private lives = 0;
  private readonly belated: Promise<void>[] = [];

  constructor(
    private readonly client: RecordingClient,
    private readonly chance: Chance,
    private readonly board: Board,
  ) {}

  /** Takes some tasks and settles them. */
  async act(): Promise<void> {
    const isShort = this.chance.happens(30);
    const demand = this.demand(isShort ? shortTimeoutMs : usualTimeoutMs);
    const entry = await this.client.dequeue(this.chance.pick(trafficQueueNames) ?? 'plain', demand);
    await this.handle(this.received(entry), isShort);
  }

  /** Waits for what was to be done too late. */
  async finish(): Promise<void> {
    await Promise.all(this.belated.splice(0));
  }

  private demand(keepaliveTimeoutMs: number): Demand {
    return {
      max: this.chance.between(1, 4),
      waitMs: this.chance.pick([0, 0, 50, 200]) ?? 0,
      // After an answer that never came the worker is another one: at most its last dequeue is in doubt.
      workerId: `${this.client.name}.${this.lives}`,
      keepaliveTimeoutMs,
    };
  }

  private received({ fate, answer }: Entry): readonly Taken[] {
    if (fate === 'unknown') this.lives += 1;
    const taken = answer?.taken ?? [];
    for (const one of taken) this.board.noteHold(one);
    return taken;
  }

  private async handle(taken: readonly Taken[], isShort: boolean): Promise<void> {
    if (taken.length === 0) return;
    await pause(this.chance.between(0, 8));
    const ends: Item[] = [];
    for (const task of taken) {
      await this.actForOldWorker(task);
      const roll = this.chance.between(1, 100);
      if (roll <= 8) await this.client.settle([this.keepalive(task)]);
      if (roll <= 62) ends.push(settling('complete', task));
      else if (roll <= 82) ends.push(this.failure(task));
      else if (roll <= 92) await this.release(task);
      else if (isShort && roll <= 96) this.belated.push(this.settleLate(task));
      else if (!isShort) ends.push(settling('complete', task));
    }
    await this.settle(ends, isShort);
  }

  /** A worker that lost the task long ago comes back just while another one has it. */
  private async actForOldWorker({ id, token }: Taken): Promise<void> {
    const old = this.board.overtakenHoldOf(id);
    if (old === undefined || old.token === token || !this.chance.happens(50)) return;
    const verb = this.chance.pick(['complete', 'keepalive', 'release'] as const) ?? 'complete';
    await this.client.settle([settling(verb, old)]);
  }

  private keepalive(task: Taken): Item {
    const isOwn = this.chance.happens(50);
    return isOwn ? { ...settling('keepalive', task), extendMs: usualTimeoutMs } : settling('keepalive', task);
  }

  private failure({ id, token }: Taken): Item {
    const { chance } = this;
    const retryAfterMs = chance.happens(60) ? chance.between(0, 60) : chance.between(500, 900);
    const after = chance.happens(50) ? { retryAfterMs } : {};
    return { verb: 'fail', id, token, retryable: !chance.happens(25), ...after };
  }

  private async release(task: Taken): Promise<void> {
    const item = settling('release', task);
    const isDelayed = this.chance.happens(40);
    await this.client.settle([isDelayed ? { ...item, delayMs: this.chance.between(0, 200) } : item]);
  }

  private async settleLate(task: Taken): Promise<void> {
    await pause(lateMs);
    const late = this.chance.pick<Item>([
      settling('complete', task),
      settling('keepalive', task),
      this.failure(task),
      settling('release', task),
    ]);
    if (late !== undefined) this.noteEnds([late], await this.client.settle([late]));
  }

  private async settle(ends: readonly Item[], isShort: boolean): Promise<void> {
    if (ends.length === 0) return;
    const failed = ends.filter(({ verb }) => verb === 'fail');
    const completed = ends.filter(({ verb }) => verb === 'complete');
    if (this.chance.happens(40)) {
      const demand = this.chance.happens(70) ? this.demand(isShort ? shortTimeoutMs : usualTimeoutMs) : null;
      const items = [...completed, ...failed];
      const queue = this.chance.pick(trafficQueueNames) ?? 'plain';
      const entry = await this.client.exchange(queue, items, demand);
      this.noteEnds(items, entry);
      await this.handle(this.received(entry), isShort);
      return;
    }
    for (const items of [completed, failed]) {
      if (items.length === 0) continue;
      const calls = this.chance.happens(8) ? [items, items] : [items];
      await Promise.all(calls.map(async (one) => this.noteEnds(one, await this.client.settle(one))));
    }
  }

  private noteEnds(items: readonly Item[], { answer }: Entry): void {
    for (const [index, { id, verb }] of items.entries()) {
      const { status, outcome } = answer?.results[index] ?? {};
      if (status !== 'ok') continue;
      if (outcome === 'dead') this.board.noteDead(id);
      else if (verb === 'complete') this.board.noteEnd();
    }
  }
}
