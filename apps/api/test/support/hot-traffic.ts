import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedTask } from '@spool/contracts';
import { HoldLog } from './hold-log.js';
import type { TaskCalls } from './task-calls.js';

const keepaliveTimeoutMs = 1_000;
const longestWorkMs = 10;
const mostLive = 100;

type Ending = 'complete' | 'fail' | 'release' | 'die' | 'abandon';
/** In turn, so that each happens however slow the machine is. */
const endings: readonly Ending[] = ['complete', 'fail', 'complete', 'die', 'complete', 'release', 'complete'];
/** An abandoned task holds up its thread for a second: not too many of them. */
const abandonEvery = 40;

const enough: Readonly<Record<string, number>> = {
  dequeued: 400,
  completed: 100,
  failed: 20,
  released: 20,
  died: 20,
  restarted: 10,
  deleted: 20,
  abandoned: 10,
};
const longestRunMs = 90_000;

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** Clients of several replicas that do everything at once to the members of a few threads. */
export class HotTraffic {
  readonly holds = new HoldLog();
  readonly acceptedIds = new Set<string>();
  readonly deletedIds = new Set<string>();
  /** How often each thing was done, to tell that the traffic was what it was meant to be. */
  readonly done: Record<string, number> = {};
  private readonly dead: string[] = [];
  private readonly recent: string[] = [];
  private live = 0;
  private dealt = 0;

  constructor(
    private readonly replicas: readonly TaskCalls[],
    private readonly queue: string,
    private readonly threads: readonly string[],
  ) {}

  /** Runs so many clients until everything was done often enough; throws what any of them was answered wrongly. */
  async run(clients: number): Promise<void> {
    const roles = [
      this.produce,
      this.work,
      this.work,
      this.work,
      this.work,
      this.work,
      this.work,
      this.operate,
    ];
    const deadline = performance.now() + longestRunMs;
    await Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        const role = roles[index % roles.length] ?? this.work;
        while (!this.isEnough) {
          if (performance.now() > deadline) throw new Error(`Too slow: ${JSON.stringify(this.done)}.`);
          await role();
        }
      }),
    );
  }

  private get isEnough(): boolean {
    return Object.entries(enough).every(([what, times]) => (this.done[what] ?? 0) >= times);
  }

  /** Works everything off that is left. */
  async drain(): Promise<void> {
    for (let idleRounds = 0; idleRounds < 2;) {
      const taken = await this.take({ max: 50, waitMs: 2 * keepaliveTimeoutMs });
      if (taken.length === 0) idleRounds += 1;
      await this.end('completed', taken, () => this.anyReplica().complete(taken));
    }
  }

  private anyReplica(): TaskCalls {
    const calls = pick(this.replicas);
    if (calls === undefined) throw new Error('There is no replica.');
    return calls;
  }

  private count(what: string, times = 1): void {
    this.done[what] = (this.done[what] ?? 0) + times;
  }

  private readonly produce = async (): Promise<void> => {
    if (this.live > mostLive) return await pause(longestWorkMs);
    const times = [{}, {}, { scheduledAt: '2001-01-01T00:00:00Z' }, { delayMs: 10 }];
    const given = Array.from({ length: 4 }, () => ({
      threadId: pick(this.threads) ?? '',
      maxAttempts: 3,
      ...pick(times),
    }));
    const tasks = await this.anyReplica().enqueueBatch(this.queue, given);
    for (const { id } of tasks) {
      this.acceptedIds.add(id);
      this.recent.push(id);
    }
    this.live += tasks.length;
    this.count('enqueued', tasks.length);
  };

  private async take(request: { max: number; waitMs: number }): Promise<LeasedTask[]> {
    const workerId = 'worker-1';
    const taken = await this.anyReplica().dequeue(this.queue, { ...request, workerId, keepaliveTimeoutMs });
    for (const { id, threadId, leaseToken, leaseExpiresAt } of taken) {
      const expiresAtMs = Date.parse(leaseExpiresAt);
      const startedAtMs = expiresAtMs - keepaliveTimeoutMs;
      this.holds.noteTaken({ id, threadId: threadId ?? '', leaseToken, startedAtMs, expiresAtMs });
    }
    this.count('dequeued', taken.length);
    return taken;
  }

  private readonly work = async (): Promise<void> => {
    const taken = await this.take({ max: 2, waitMs: 1_000 });
    await pause(Math.random() * longestWorkMs);
    if (taken.length === 0) return;
    this.dealt += 1;
    const isAbandoned = this.dealt % abandonEvery === 0;
    await this.deal(isAbandoned ? 'abandon' : (endings[this.dealt % endings.length] ?? 'complete'), taken);
  };

  private async deal(ending: Ending, taken: readonly LeasedTask[]): Promise<void> {
    const calls = this.anyReplica();
    switch (ending) {
      case 'complete':
        return await this.end('completed', taken, () => calls.complete(taken));
      case 'fail':
        return await this.end('failed', taken, () => calls.fail(taken, { retryAfterMs: 0 }));
      case 'release':
        return await this.end('released', taken, () => calls.release(taken));
      case 'die':
        return await this.bury(taken);
      case 'abandon':
        this.count('abandoned', taken.length);
    }
  }

  private async bury(taken: readonly LeasedTask[]): Promise<void> {
    await this.end('died', taken, () => this.anyReplica().fail(taken, { retryable: false }));
    this.dead.push(...taken.map(({ id }) => id));
  }

  /** Notes that the holds may end from now on, and ends them. */
  private async end(
    what: string,
    taken: readonly LeasedTask[],
    send: () => Promise<readonly { readonly status: string }[]>,
  ): Promise<void> {
    if (taken.length === 0) return;
    for (const { leaseToken } of taken) this.holds.noteEnding(leaseToken);
    const settled = (await send()).filter(({ status }) => status === 'ok').length;
    if (what === 'completed' || what === 'died') this.live -= settled;
    this.count(what, settled);
  }

  private readonly operate = async (): Promise<void> => {
    await pause(longestWorkMs);
    const dying = this.dead.splice(0, 2);
    if (dying.length > 0) await this.restart(dying);
    const victim = Math.random() < 0.1 ? pick(this.recent.slice(-50)) : undefined;
    if (victim === undefined) return;
    this.holds.noteDeleting(victim);
    const [result] = await this.anyReplica().delete([victim]);
    if (result?.status !== 'ok') return;
    this.deletedIds.add(victim);
    this.live -= 1;
    this.count('deleted');
  };

  private async restart(ids: readonly string[]): Promise<void> {
    for (const result of await this.anyReplica().restart({ ids })) {
      if (result.status !== 'ok') continue;
      this.acceptedIds.add(result.newId);
      this.live += 1;
      this.recent.push(result.newId);
      this.count('restarted');
    }
  }
}
