import type { Wakeup } from './transitions/wakeup.js';

type Listener = (wakeup: Wakeup) => void;

/** Tells those who wait on this replica that something may be dequeued, right after the commit that made it so. */
export class Doorbell {
  private readonly listeners = new Set<Listener>();

  /** Calls `listener` for each wakeup; returns how to stop that. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Passes on the earliest wakeup of each queue. */
  ring(wakeups: readonly Wakeup[]): void {
    const earliest = new Map<number, Wakeup>();
    for (const wakeup of wakeups) {
      const known = earliest.get(wakeup.queueId);
      if (known === undefined || wakeup.readyAtMs < known.readyAtMs) earliest.set(wakeup.queueId, wakeup);
    }
    for (const wakeup of earliest.values()) for (const listener of this.listeners) listener(wakeup);
  }
}
