/** What a stream reports. */
export interface LiveStreamListener {
  /** The service said that it is there. */
  readonly onAlive: () => void;
  /** The service said that something changed. */
  readonly onChange: () => void;
  /** The stream opened or broke. */
  readonly onStateChange: () => void;
}

const streamAddress = '/v1/events';
const reopenMs = 15_000;

/** Listens to the service's own word of what changed; opens again by itself after it broke. */
export class LiveStream {
  readonly #listener: LiveStreamListener;
  #source: EventSource | undefined;
  #timer: number | undefined;
  #isOpen = false;

  constructor(listener: LiveStreamListener) {
    this.#listener = listener;
  }

  /** Whether the service tells of changes now. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    const source = new EventSource(streamAddress);
    this.#source = source;
    source.addEventListener('open', () => this.#become(true));
    source.addEventListener('error', () => this.#onBreak(source));
    source.addEventListener('alive', () => this.#listener.onAlive());
    source.addEventListener('change', () => this.#listener.onChange());
    source.addEventListener('reset', () => this.#listener.onChange());
  }

  close(): void {
    window.clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#isOpen = false;
  }

  #onBreak(source: EventSource): void {
    if (source !== this.#source) return;
    this.#become(false);
    // A browser gives up for good on any answer but a stream: a proxy's error page, say.
    if (source.readyState !== EventSource.CLOSED) return;
    this.#timer = window.setTimeout(() => this.open(), reopenMs);
  }

  #become(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.#listener.onStateChange();
  }
}
