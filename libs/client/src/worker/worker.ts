import { Backoff } from './backoff.js';
import { Exchanges } from './exchanges.js';
import { HeldTasks, type HeldTask } from './held-tasks.js';
import { Keepalives } from './keepalives.js';
import { LeaseLength } from './lease-length.js';
import { LeaseWatch } from './lease-watch.js';
import { nextStep, prefetchNow } from './next-step.js';
import { abortPatienceMs } from './run-handler.js';
import { Runs } from './runs.js';
import { release } from './settlement.js';
import { WorkerStoppedError } from './task-errors.js';
import type { Listener } from './typed-events.js';
import type { WorkerEvents } from './worker-events.js';
import { workerSettingsOf, type WorkerOptions, type WorkerSettings } from './worker-options.js';
import { WorkerVoice } from './worker-voice.js';

/** How to stop a worker. */
export interface StopOptions {
  /** How long running handlers may take to finish, in milliseconds; default 25,000. */
  readonly graceMs?: number;
}

/** How many tasks a worker has in its hands. */
export interface WorkerCounts {
  readonly waiting: number;
  readonly running: number;
  /** Finished here; Spool does not know yet. */
  readonly unsettled: number;
}

const defaultGraceMs = 25_000;
/** How long Spool may take, after the grace, to be told of the last tasks. */
const lastWordsMs = 5_000;

/**
 * Takes tasks of a queue and runs handlers on them, until it is stopped. It survives a Spool that goes away: what
 * is in hand is told when it is back, while the leases last.
 */
export class Worker {
  readonly #settings: WorkerSettings;
  readonly #held = new HeldTasks();
  readonly #voice: WorkerVoice;
  readonly #backoff = new Backoff(() => this.#wake());
  readonly #watch: LeaseWatch;
  readonly #keepalives: Keepalives;
  readonly #leaseLength: LeaseLength;
  readonly #exchanges: Exchanges;
  readonly #runs: Runs;
  #isAwake = false;
  #isIdle = false;
  #isStarted = false;
  #stopping: Promise<void> | null = null;
  #onEmpty: (() => void) | null = null;

  /** Throws a RangeError for an option out of range. Begins with {@link start}. */
  constructor(options: WorkerOptions) {
    const settings = workerSettingsOf(options);
    const { client } = settings;
    const held = this.#held;
    const voice = new WorkerVoice(settings.onMetric);
    const wake = (): void => this.#wake();
    const watch = new LeaseWatch(held, voice, wake);
    this.#settings = settings;
    this.#voice = voice;
    this.#watch = watch;
    this.#keepalives = new Keepalives({ client, held, watch, voice });
    this.#leaseLength = new LeaseLength({
      settings,
      voice,
      backoff: this.#backoff,
      onKnown: (timeoutMs) => this.#keepalives.start(timeoutMs),
      onOver: wake,
    });
    this.#exchanges = new Exchanges({
      settings,
      held,
      watch,
      voice,
      backoff: this.#backoff,
      onTaken: (taken) => this.#begin(taken),
      onOver: wake,
    });
    const onProgress = (): void => void this.#keepalives.tellProgress();
    this.#runs = new Runs({ settings, held, voice, onProgress, onOver: wake });
  }

  /** Its name in Spool. */
  get workerId(): string {
    return this.#settings.workerId;
  }

  /** What it has in hand now. */
  get counts(): WorkerCounts {
    const size = (phase: 'waiting' | 'running' | 'settled' | 'sending') => this.#held.in(phase).size;
    const unsettled = size('settled') + size('sending');
    return { waiting: size('waiting'), running: size('running'), unsettled };
  }

  /** Adds a listener; returns how to remove it. */
  on<Name extends keyof WorkerEvents>(name: Name, listener: Listener<WorkerEvents[Name]>): () => void {
    return this.#voice.on(name, listener);
  }

  /** Begins to work; does nothing a second time. Throws an Error once it was stopped: make a new one. */
  start(): void {
    if (this.#stopping !== null) throw new Error('This worker was stopped: make a new one.');
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#leaseLength.begin();
    this.#wake();
  }

  /**
   * Takes nothing more, hands back what has not begun, lets running handlers finish within the grace, then fires their
   * signals and hands back what does not come back. Resolves when Spool knows of all, or at the latest 5.5 s after
   * the grace. A second call waits for the same end.
   */
  stop({ graceMs = defaultGraceMs }: StopOptions = {}): Promise<void> {
    this.#stopping ??= this.#stop(graceMs);
    return this.#stopping;
  }

  async #stop(graceMs: number): Promise<void> {
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    this.#exchanges.endPolling();
    this.#handBack([...this.#held.in('waiting')]);
    const grace = setTimeout(() => this.#cancelRuns(), graceMs);
    const end = setTimeout(() => this.#giveUp(), graceMs + abortPatienceMs + lastWordsMs);
    this.#wake();
    await empty;
    clearTimeout(grace);
    clearTimeout(end);
    this.#exchanges.end();
    this.#keepalives.stop();
    this.#watch.stop();
    this.#backoff.stop();
  }

  #cancelRuns(): void {
    for (const { cancellation } of this.#held.in('running')) cancellation.cancel(new WorkerStoppedError());
  }

  #giveUp(): void {
    this.#exchanges.end();
    for (const held of this.#held.leased()) this.#watch.lose(held, 'stopped');
    this.#onEmpty?.();
  }

  #handBack(tasks: readonly HeldTask[]): void {
    for (const held of tasks) {
      held.settlement = release;
      this.#held.move(held, 'settled');
    }
  }

  #begin(taken: readonly HeldTask[]): void {
    if (this.#stopping === null) this.#runs.begin();
    else this.#handBack(taken);
  }

  /** Looks once at what to do next, when all that ends in this turn of the event loop has ended. */
  #wake(): void {
    if (this.#isAwake || !this.#isStarted) return this.#endWhenEmpty();
    this.#isAwake = true;
    setImmediate(() => {
      this.#isAwake = false;
      this.#advance();
    });
  }

  #advance(): void {
    if (this.#stopping === null) this.#runs.begin();
    this.#noteIdleness();
    this.#endWhenEmpty();
    const { timeoutMs } = this.#leaseLength;
    if (timeoutMs === null) {
      if (this.#stopping === null) void this.#leaseLength.read();
      return;
    }
    while (!this.#backoff.isPausing && this.#sendNext(timeoutMs));
  }

  /** Sends the next request; false when there is none. */
  #sendNext(timeoutMs: number): boolean {
    const { concurrency, prefetch } = this.#settings;
    const settled = [...this.#held.in('settled')];
    const step = nextStep({
      capacity: concurrency + prefetchNow(prefetch, concurrency, this.#runs.averageMs),
      inHand: this.#held.in('waiting').size + this.#held.in('running').size,
      askedFor: this.#exchanges.askedFor,
      parcels: settled.map(({ settlement, travelsAlone }) => ({
        bytes: settlement?.bytes ?? 0,
        travelsAlone,
      })),
      settling: this.#exchanges.settling,
      isPolling: this.#exchanges.isPolling,
      isStopping: this.#stopping !== null,
    });
    switch (step.kind) {
      case 'none':
        return false;
      case 'poll':
        void this.#exchanges.poll(step.ask, timeoutMs);
        return true;
      case 'settle':
        void this.#exchanges.settle(settled.slice(0, step.count), step.ask, timeoutMs);
        return true;
    }
  }

  #noteIdleness(): void {
    const isIdle = this.#held.isEmpty && this.#exchanges.foundNone;
    if (isIdle && !this.#isIdle) this.#voice.tell('idle', { queue: this.#settings.queue });
    this.#isIdle = isIdle;
  }

  #endWhenEmpty(): void {
    if (this.#onEmpty === null || !this.#held.isEmpty) return;
    const { settling, isPolling } = this.#exchanges;
    if (settling === 0 && !isPolling) this.#onEmpty();
  }
}
