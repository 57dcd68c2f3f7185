/** A run's end from outside, once. Its signal is made when it is asked for: most handlers never do. */
export class Cancellation {
  #reason: Error | null = null;
  #controller: AbortController | null = null;
  #onCancel: (() => void) | null = null;

  /** Why the run was cancelled; null while it was not. */
  get reason(): Error | null {
    return this.#reason;
  }

  /** Fires with the reason. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== null) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Calls back when it is cancelled; at once when it was. */
  whenCancelled(onCancel: () => void): void {
    if (this.#reason === null) this.#onCancel = onCancel;
    else onCancel();
  }

  /** Cancels; the first reason stays. */
  cancel(reason: Error): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#onCancel?.();
  }
}
