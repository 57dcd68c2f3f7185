import { SpoolProblem } from '../errors.js';
import type { Backoff } from './backoff.js';
import type { WorkerSettings } from './worker-options.js';
import type { WorkerVoice } from './worker-voice.js';

/** What the length of leases is found out with. */
export interface LeaseLengthParts {
  readonly settings: WorkerSettings;
  readonly backoff: Backoff;
  readonly voice: WorkerVoice;
  /** It is known from now on. */
  readonly onKnown: (timeoutMs: number) => void;
  /** An attempt to read it is over, whether it is known or not. */
  readonly onOver: () => void;
}

const defaultKeepaliveTimeoutMs = 30_000;

/** How long leases last without a keepalive, as the worker's options say, or else its queue: both sides reckon alike. */
export class LeaseLength {
  #timeoutMs: number | null = null;
  #isReading = false;

  constructor(private readonly parts: LeaseLengthParts) {}

  /** Null until it is known. */
  get timeoutMs(): number | null {
    return this.#timeoutMs;
  }

  /** Takes it from the options, where they name it. */
  begin(): void {
    const { keepaliveTimeoutMs } = this.parts.settings;
    if (keepaliveTimeoutMs !== null) this.#know(keepaliveTimeoutMs);
  }

  /** Reads it from the queue, unless that is under way or requests are held back. */
  async read(): Promise<void> {
    const { settings, backoff, voice, onOver } = this.parts;
    if (this.#isReading || backoff.isPausing) return;
    this.#isReading = true;
    try {
      const { keepaliveTimeoutMs } = await settings.client.queues.get(settings.queue);
      this.#know(keepaliveTimeoutMs);
    } catch (error) {
      if (error instanceof SpoolProblem && error.code === 'forbidden') {
        this.#know(defaultKeepaliveTimeoutMs);
      } else {
        backoff.noteFailure(error);
        voice.tellError(error, 'reading the queue');
      }
    }
    this.#isReading = false;
    onOver();
  }

  #know(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.parts.onKnown(timeoutMs);
  }
}
