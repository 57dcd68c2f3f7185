import { setTimeout as pause } from 'node:timers/promises';
import type { TaskDetail, TaskSummary } from '@spool/contracts';
import type { Task } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import type { Entry } from '../history/entry.js';
import type { Reading } from '../history/reading.js';
import { nowMs } from '../history/recorder.js';
import type { RecordingClient } from '../history/recording-client.js';
import { compareAnswers, compareLists } from './compare.js';
import type { Deed, Intention } from './intentions.js';
import { carryOut } from './model-step.js';
import { World } from './world.js';

/** No command is sent when something is about to come due or to lapse: its answer would depend on the moment. */
const guardMs = 250;
const settleMs = 5;
const lapsePatienceMs = 10_000;

/** What a history came to: agreement, a difference with all that led to it, or that the machine was too slow to tell. */
export type Outcome =
  | { readonly kind: 'agreed'; readonly commands: number }
  | { readonly kind: 'too-slow'; readonly commands: number }
  | { readonly kind: 'different'; readonly told: readonly string[]; readonly differences: readonly string[] };

/** Whether something came due or lapsed in a span of time. */
const isCrossed = (boundaries: readonly number[], [fromMs, untilMs]: readonly [number, number]): boolean =>
  boundaries.some((timeMs) => timeMs > fromMs && timeMs <= untilMs + settleMs);

/** Plays one history to the service and to the model, one command after the other. */
export class Play {
  private readonly world: World;
  private readonly told: string[] = [];
  /** By task, not by id: a forwarded task has another's id until its own is known. */
  private readonly confirmed = new WeakSet<Task>();

  constructor(
    prefix: string,
    private readonly client: RecordingClient,
    private readonly reading: Reading,
  ) {
    this.world = new World(prefix);
  }

  /** The tasks that were dropped when they died: nobody will find them. */
  get discardedIds(): number[] {
    return this.world.model.tasks.flatMap(({ id, state }) => (state === 'DISCARDED' ? [id] : []));
  }

  /** The tasks whose leases may still lapse: they may be dropped later. */
  get heldIds(): number[] {
    return this.world.model.tasks.flatMap(({ id, lease }) => (lease === null ? [] : [id]));
  }

  async run(intentions: readonly Intention[]): Promise<Outcome> {
    for (const { name, paused: _paused, ...configuration } of this.world.model.queues)
      await this.reading.putQueue(name, configuration);
    let commands = 0;
    for (const intention of intentions) {
      await this.untilQuiet();
      const step = await this.step(intention);
      commands += 1;
      if (step === 'too-slow') return { kind: 'too-slow', commands };
      if (step.length > 0) return { kind: 'different', told: this.told, differences: step };
    }
    return { kind: 'agreed', commands };
  }

  private async step({ name, deed }: Intention): Promise<readonly string[] | 'too-slow'> {
    const fromMs = nowMs();
    const before = this.boundaries();
    const differences = await this.carryOut(name, deed(this.world));
    if (isCrossed(before, [fromMs, nowMs()])) return 'too-slow';
    if (differences.length > 0) return differences;
    const listedFromMs = nowMs();
    const listed = await this.list();
    this.learnArrivals(listed);
    const span = [listedFromMs, nowMs()] as const;
    if (isCrossed(this.boundaries(), span)) return 'too-slow';
    await pause(settleMs);
    return compareLists(this.world.model, listed, span);
  }

  private async carryOut(name: string, deed: Deed): Promise<readonly string[]> {
    const { model } = this.world;
    if (deed.kind === 'configure') {
      this.told.push(`${name} of ${deed.queue}: ${JSON.stringify(deed.change)}`);
      const queue = model.queues.find((one) => one.name === deed.queue);
      if (queue === undefined) return [];
      Object.assign(queue, deed.change);
      const { name: _name, paused: _paused, ...configuration } = queue;
      await this.reading.putQueue(deed.queue, configuration);
      return [];
    }
    const entry = await this.client.call(deed.asked);
    const { hold, ...asked } = entry.asked;
    this.told.push(
      `${name}: ${JSON.stringify(hold === null ? asked : hold)} was answered ${JSON.stringify(entry.answer)}`,
    );
    if (entry.answer === null) return [`the call ended with ${entry.fate} (${entry.reason})`];
    for (const { id, token } of entry.answer.taken) this.world.given.push({ id, token });
    return this.compare(entry);
  }

  private compare(entry: Entry): string[] {
    const expected = carryOut(this.world.model, entry);
    this.adjustExpiries(entry);
    return entry.answer === null ? [] : compareAnswers(entry.answer, expected);
  }

  /** A keepalive's instant is told by its answer alone. */
  private adjustExpiries({ asked, answer }: Entry): void {
    for (const [index, item] of asked.items.entries()) {
      const { leaseExpiresAtMs } = answer?.results[index] ?? {};
      const lease = this.world.model.tasks.find(({ id }) => id === item.id)?.lease;
      if (leaseExpiresAtMs !== undefined && lease !== null && lease !== undefined)
        lease.expiresAtMs = leaseExpiresAtMs;
    }
  }

  private async list(): Promise<TaskSummary[]> {
    const lists = await Promise.all(this.world.queueNames.map((queue) => this.reading.tasks(queue)));
    return lists.flat();
  }

  /** The ids of forwarded tasks, and the times of these and of restarts, are told by nobody's answer. */
  private learnArrivals(listed: readonly TaskSummary[]): void {
    const { model } = this.world;
    for (const task of model.tasks) {
      const isTold = task.restartedFrom === null && task.forwardedFrom === null;
      if (isTold || this.confirmed.has(task)) continue;
      const found = listed.find(({ id, deadLetter }) =>
        task.forwardedFrom === null
          ? Number(id) === task.id
          : Number(deadLetter?.taskId) === task.forwardedFrom,
      );
      if (found === undefined) continue;
      const source = model.tasks.find(({ id }) => id === task.forwardedFrom);
      task.id = Number(found.id);
      if (source !== undefined) source.replacedBy = task.id;
      task.scheduledAtMs = Date.parse(found.scheduledAt);
      task.lineAtMs = task.scheduledAtMs;
      this.confirmed.add(task);
      model.nextId = Math.max(model.nextId, task.id + 1);
    }
    model.tasks.sort((left, right) => left.id - right.id);
  }

  /** The instants at which something comes due or lapses. */
  private boundaries(): number[] {
    return this.world.model.tasks.flatMap(({ state, lineAtMs, lease }) => {
      if (lease !== null) return [lease.expiresAtMs];
      return state === 'ENQUEUED' ? [lineAtMs] : [];
    });
  }

  /** Waits past everything that is about to come due, and until the leases that end have lapsed. */
  private async untilQuiet(): Promise<void> {
    for (;;) {
      const soon = this.boundaries().filter(
        (timeMs) => timeMs > nowMs() - settleMs && timeMs < nowMs() + guardMs,
      );
      if (soon.length === 0) break;
      await pause(Math.max(...soon) - nowMs() + 2 * settleMs);
    }
    const lapsing = this.world.model.tasks.filter(
      ({ lease }) => lease !== null && lease.expiresAtMs < nowMs(),
    );
    if (lapsing.length > 0) await this.letLapse(lapsing);
  }

  private async letLapse(lapsing: readonly Task[]): Promise<void> {
    const ended = await Promise.all(lapsing.map(async (task) => ({ task, atMs: await this.lapseOf(task) })));
    for (const { task, atMs } of ended.sort((left, right) => left.atMs - right.atMs)) {
      const others = lapsing.filter((other) => other !== task && other.lease !== null);
      const leases = others.map(({ lease }) => lease);
      for (const other of others) other.lease = null;
      perform(this.world.model, { kind: 'lapse' }, atMs);
      for (const [index, other] of others.entries()) other.lease = leases[index] ?? null;
      this.told.push(`the lease of task ${task.id} lapsed at ${atMs}`);
    }
    this.learnArrivals(await this.list());
    if (this.boundaries().some((timeMs) => timeMs < nowMs() + guardMs && timeMs > nowMs() - settleMs))
      await this.untilQuiet();
  }

  /** When the service let a lease lapse; a task that is gone by then was discarded, which needs no time. */
  private async lapseOf({ id, attempt, lease }: Task): Promise<number> {
    const lapsesAtMs = lease?.expiresAtMs ?? 0;
    for (const deadlineMs = performance.now() + lapsePatienceMs; performance.now() < deadlineMs;) {
      const task: TaskDetail | null = await this.reading.task(id);
      if (task === null) return lapsesAtMs;
      const last = task.history.findLast((one) => one.attempt === attempt && one.outcome === 'lapsed');
      if (last?.endedAt !== undefined && last.endedAt !== null) return Date.parse(last.endedAt);
      await pause(30);
    }
    throw new Error(`The lease of task ${id} does not lapse.`);
  }
}
