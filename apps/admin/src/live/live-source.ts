import { LiveStream } from './live-stream.js';

/** What the screen says about its data. */
export type LiveState = 'live' | 'paused' | 'reconnecting';

/** How the data on the screen stands. */
export interface LiveStatus {
  readonly state: LiveState;
  /** Whether changes are asked for instead of told. */
  readonly isPolling: boolean;
  /** When the data was last known to be true, in milliseconds; null before the first answer. */
  readonly confirmedAtMs: number | null;
}

const pollMs = 2_000;
const leastRefreshMs = 1_000;

/**
 * Decides when the screen reads again: when the stream says that something changed, at most once a second; every two
 * seconds while there is no stream; not at all while the tab is hidden or the operator paused.
 */
export class LiveSource {
  readonly #refresh: () => Promise<boolean>;
  readonly #stream: LiveStream;
  readonly #listeners = new Set<() => void>();
  #status: LiveStatus = { state: 'live', isPolling: true, confirmedAtMs: null };
  #isHeld = false;
  #isRunning = false;
  #isRefreshing = false;
  #refreshedAtMs = 0;
  #timer: number | undefined;

  /** `refresh` reads the screen again and answers whether the service could be reached. */
  constructor(refresh: () => Promise<boolean>) {
    this.#refresh = refresh;
    this.#stream = new LiveStream({
      // What only time changes is told by nobody: it is read again with each sign of life.
      onAlive: () => this.#schedule(0),
      onChange: () => this.#schedule(0),
      onStateChange: () => this.#onStream(),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly status = (): LiveStatus => this.#status;

  /** Starts following, for as long as the console is open; answers how to stop. */
  start(): () => void {
    document.addEventListener('visibilitychange', this.#adjust);
    this.#adjust();
    return () => {
      document.removeEventListener('visibilitychange', this.#adjust);
      this.#halt();
    };
  }

  /** Holds the screen as it is, until {@link resume}. */
  pause(): void {
    this.#isHeld = true;
    this.#adjust();
  }

  resume(): void {
    this.#isHeld = false;
    this.#adjust();
  }

  readonly #adjust = (): void => {
    if (this.#isHeld || document.hidden) {
      this.#halt();
      this.#tell({ state: 'paused' });
      return;
    }
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#stream.open();
    this.#tell({ state: 'live' });
    this.#schedule(0);
  };

  #halt(): void {
    this.#isRunning = false;
    this.#stream.close();
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #onStream(): void {
    this.#tell({ isPolling: !this.#stream.isOpen });
    if (this.#isRunning) this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    const earliestMs = this.#refreshedAtMs + leastRefreshMs - Date.now();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#read(), Math.max(delayMs, earliestMs, 0));
  }

  async #read(): Promise<void> {
    if (this.#isRefreshing) return this.#schedule(leastRefreshMs);
    this.#isRefreshing = true;
    const isReached = await this.#refresh().finally(() => {
      this.#isRefreshing = false;
      this.#refreshedAtMs = Date.now();
    });
    if (!this.#isRunning) return;
    if (isReached) this.#confirm();
    else this.#tell({ state: 'reconnecting' });
    if (!isReached || !this.#stream.isOpen) this.#schedule(pollMs);
  }

  #confirm(): void {
    if (this.#isRunning) this.#tell({ state: 'live', confirmedAtMs: Date.now() });
  }

  #tell(change: Partial<LiveStatus>): void {
    this.#status = { ...this.#status, ...change };
    for (const listener of this.#listeners) listener();
  }
}
