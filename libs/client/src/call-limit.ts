import { SpoolTimeoutError } from './errors.js';

/** Ends a call, whatever it is at: at its timeout, or when its caller's signal fires. */
export class CallLimit {
  readonly #controller = new AbortController();
  readonly #endsAtMs: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#callerSignal?.reason);

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.#callerSignal = callerSignal;
    this.#endsAtMs = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#controller.abort(new SpoolTimeoutError(timeoutMs)), timeoutMs);
    if (callerSignal?.aborted === true) this.#abort();
    callerSignal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Fires with a SpoolTimeoutError, or with the reason of the caller's signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether a delay ends before the call does. */
  hasTimeFor(delayMs: number): boolean {
    return performance.now() + delayMs < this.#endsAtMs;
  }

  /** Waits; rejects with the signal's reason when it fires first. */
  pause(delayMs: number): Promise<void> {
    const { signal } = this.#controller;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', end);
        resolve();
      }, delayMs);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }

  /** Lets go of the timer and of the caller's signal. */
  release(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#abort);
  }
}
