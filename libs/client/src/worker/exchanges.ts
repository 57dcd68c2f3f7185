import type { LeasedTask } from '@spool/contracts';
import { SpoolProblem } from '../errors.js';
import type { Backoff } from './backoff.js';
import { requestOf, type Tellings } from './exchange-request.js';
import { HeldTask, type HeldTasks } from './held-tasks.js';
import { leaseEndAfterWaitingMs, leaseEndMs } from './lease-clock.js';
import type { LeaseWatch } from './lease-watch.js';
import type { WorkerSettings } from './worker-options.js';
import type { WorkerVoice } from './worker-voice.js';

/** What exchanges work with. */
export interface ExchangeParts {
  readonly settings: WorkerSettings;
  readonly held: HeldTasks;
  readonly watch: LeaseWatch;
  readonly voice: WorkerVoice;
  readonly backoff: Backoff;
  /** Gets what was taken. */
  readonly onTaken: (taken: readonly HeldTask[]) => void;
  /** Called when a request is over, whatever it brought. */
  readonly onOver: () => void;
}

const isRefusedAsAWhole = (error: unknown): boolean =>
  error instanceof SpoolProblem && (error.status === 400 || error.status === 413);

/** Takes tasks and tells what became of them. */
export class Exchanges {
  /** Tasks asked for in requests that are under way. */
  askedFor = 0;
  /** Settling requests under way. */
  settling = 0;
  isPolling = false;
  /** Whether the last call for tasks brought none. */
  foundNone = false;
  readonly #ending = new AbortController();
  readonly #polling = new AbortController();

  constructor(private readonly parts: ExchangeParts) {}

  /** Takes no more: gives up a call that waits. What its answer may carry already is handed out again by its lease. */
  endPolling(): void {
    this.#polling.abort(new Error('The worker stops.'));
  }

  /** Gives up every request. */
  end(): void {
    this.endPolling();
    this.#ending.abort(new Error('The worker has ended.'));
  }

  /** Waits for tasks. */
  async poll(ask: number, timeoutMs: number): Promise<void> {
    const { settings, voice, backoff } = this.parts;
    const { client, queue, workerId, waitMs } = settings;
    this.isPolling = true;
    this.askedFor += ask;
    const sentAtMs = performance.now();
    try {
      const { tasks } = await client.tasks.dequeue(
        queue,
        { max: ask, waitMs, workerId, keepaliveTimeoutMs: timeoutMs },
        { signal: this.#polling.signal },
      );
      const answeredAtMs = performance.now();
      const durationMs = answeredAtMs - sentAtMs;
      // A service that does not let callers wait (it is stopping, say) is not asked again at once.
      if (tasks.length === 0 && durationMs < waitMs / 2) backoff.noteFailure(null);
      else backoff.noteSuccess();
      this.#take(tasks, leaseEndAfterWaitingMs({ sentAtMs, answeredAtMs }, timeoutMs));
      voice.measure({ name: 'poll', asked: ask, taken: tasks.length, durationMs });
    } catch (error) {
      if (!this.#polling.signal.aborted) this.#noteFailure(error, 'taking');
    } finally {
      this.isPolling = false;
      this.askedFor -= ask;
      this.parts.onOver();
    }
  }

  /** Tells of settled tasks, and takes up to `ask` in the same round trip. */
  async settle(batch: readonly HeldTask[], ask: number, timeoutMs: number): Promise<void> {
    for (const held of batch) this.parts.held.move(held, 'sending');
    const { exchanged, released } = requestOf(batch);
    this.settling += 1;
    this.askedFor += ask;
    try {
      await Promise.all([this.#exchange(exchanged, ask, timeoutMs), this.#handBack(released, timeoutMs)]);
    } finally {
      this.settling -= 1;
      this.askedFor -= ask;
      this.parts.onOver();
    }
  }

  async #exchange({ complete, fail }: Tellings, ask: number, timeoutMs: number): Promise<void> {
    const told = [...complete, ...fail].map(({ held }) => held);
    if (told.length === 0 && ask === 0) return;
    const { client, queue, workerId } = this.parts.settings;
    const sentAtMs = performance.now();
    try {
      const answer = await client.tasks.exchange(
        queue,
        {
          complete: complete.map(({ item }) => item),
          fail: fail.map(({ item }) => item),
          ...(ask === 0 ? {} : { dequeue: { max: ask, workerId, keepaliveTimeoutMs: timeoutMs } }),
        },
        this.#callOptions(timeoutMs),
      );
      this.parts.backoff.noteSuccess();
      for (const [index, { held }] of complete.entries()) this.#conclude(held, answer.complete[index]);
      for (const [index, { held }] of fail.entries()) this.#conclude(held, answer.fail[index]);
      if (ask > 0) this.#take(answer.tasks, leaseEndMs({ sentAtMs }, timeoutMs));
      const durationMs = performance.now() - sentAtMs;
      const counts = { settled: told.length, asked: ask, taken: answer.tasks.length };
      this.parts.voice.measure({ name: 'exchange', ...counts, durationMs });
    } catch (error) {
      this.#keepForLater(told, error);
    }
  }

  async #handBack(released: readonly HeldTask[], timeoutMs: number): Promise<void> {
    if (released.length === 0) return;
    try {
      const { results } = await this.parts.settings.client.tasks.releaseBatch(
        released.map(({ task: { id, leaseToken } }) => ({ id, leaseToken })),
        this.#callOptions(timeoutMs),
      );
      this.parts.backoff.noteSuccess();
      for (const [index, held] of released.entries()) this.#conclude(held, results[index]);
    } catch (error) {
      this.#keepForLater(released, error);
    }
  }

  #callOptions(timeoutMs: number) {
    return { signal: this.#ending.signal, timeoutMs: Math.ceil(timeoutMs / 2) };
  }

  #take(tasks: readonly LeasedTask[], leaseEndsAtMs: number): void {
    this.foundNone = tasks.length === 0;
    if (tasks.length === 0) return;
    const taken = tasks.map((task) => new HeldTask(task, leaseEndsAtMs));
    for (const held of taken) this.parts.held.add(held);
    this.parts.watch.expect(leaseEndsAtMs);
    this.parts.voice.tell('taken', { tasks });
    this.parts.onTaken(taken);
  }

  /** An answer about one task; a refusal that tells what became of it is as good as a success. */
  #conclude(
    held: HeldTask,
    result:
      | { readonly status: 'ok'; readonly outcome?: 'retrying' | 'dead' }
      | { readonly status: 'error'; readonly outcome?: 'completed' | 'retrying' | 'dead' | undefined }
      | undefined,
  ): void {
    const isRelease = held.settlement?.kind === 'release';
    const outcome = result?.outcome ?? (isRelease ? 'released' : 'completed');
    if (result?.status !== 'ok' && result?.outcome === undefined) {
      this.parts.watch.lose(held, 'refused');
      return;
    }
    this.parts.held.move(held, 'gone');
    this.parts.voice.tell('settled', { task: held.task, outcome });
  }

  /** Nobody knows whether it was told: it is told again, while its lease lasts. */
  #keepForLater(told: readonly HeldTask[], error: unknown): void {
    if (this.#ending.signal.aborted) return;
    const isHopeless = isRefusedAsAWhole(error) && told.length === 1;
    for (const held of told) {
      if (isRefusedAsAWhole(error)) held.travelsAlone = true;
      this.parts.held.move(held, 'settled');
      if (isHopeless) this.parts.watch.lose(held, 'refused');
      else this.parts.watch.expect(held.leaseEndsAtMs);
    }
    this.#noteFailure(error, 'settling');
  }

  #noteFailure(error: unknown, during: 'taking' | 'settling'): void {
    this.parts.backoff.noteFailure(error);
    this.parts.voice.tellError(error, during);
  }
}
