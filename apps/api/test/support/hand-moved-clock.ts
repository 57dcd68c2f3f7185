import type { RoundClock } from '../../src/events/rounds.js';

interface Sleeper {
  readonly dueAtMs: number;
  readonly wake: () => void;
}

/** Everything that can go on without time going on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time that goes on when a test says so, from alarm to alarm. */
export class HandMovedClock implements RoundClock {
  private nowMs = 0;
  private readonly sleepers = new Set<Sleeper>();

  readMs(): number {
    return this.nowMs;
  }

  pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleeper: Sleeper = {
        dueAtMs: this.nowMs + ms,
        wake: () => {
          this.sleepers.delete(sleeper);
          resolve();
        },
      };
      this.sleepers.add(sleeper);
      signal.addEventListener('abort', sleeper.wake, { once: true });
      if (signal.aborted) sleeper.wake();
    });
  }

  /** Lets time pass. */
  async advance(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    await settled();
    for (let next = this.earliest(endMs); next !== undefined; next = this.earliest(endMs)) {
      this.nowMs = next.dueAtMs;
      next.wake();
      await settled();
    }
    this.nowMs = endMs;
  }

  private earliest(endMs: number): Sleeper | undefined {
    const [first] = [...this.sleepers].sort((one, other) => one.dueAtMs - other.dueAtMs);
    return first !== undefined && first.dueAtMs <= endMs ? first : undefined;
  }
}
