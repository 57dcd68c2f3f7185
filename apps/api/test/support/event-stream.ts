import { changeEvent, type ChangeEvent } from '@spool/contracts';

/** One event of a stream. */
export interface ReceivedEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: unknown;
}

/** How to open a stream. */
export interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>;
}

const patienceMs = 15_000;

const fieldOf = (lines: readonly string[], name: string): string | null =>
  lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;

/** A listener of `/v1/events`, as a browser is one. */
export class EventListener {
  private readonly received: ReceivedEvent[] = [];
  private readonly decoder = new TextDecoder();
  private unfinished = '';
  private wake: () => void = () => undefined;
  /** Fulfilled when the service has ended the stream. */
  readonly ended: Promise<void>;

  private constructor(
    readonly response: Response,
    private readonly body: ReadableStreamDefaultReader<Uint8Array>,
  ) {
    this.ended = this.readAll();
  }

  /** Opens a stream; throws unless it is one. */
  static async open(url: string, { headers }: StreamOptions): Promise<EventListener> {
    const response = await fetch(`${url}/v1/events`, { headers });
    if (response.status !== 200 || response.body === null)
      throw new Error(`${response.status}: ${await response.text()}`);
    const listener = new EventListener(response, response.body.getReader());
    await listener.next('ready');
    return listener;
  }

  /** The next event of a name, however many of others come before it; throws when patience ends. */
  async next(name: string): Promise<ReceivedEvent> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const found = this.received.findIndex((event) => event.name === name);
      const [event] = found < 0 ? [] : this.received.splice(found, 1);
      if (event !== undefined) return event;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new Error(`No event "${name}" came within ${patienceMs} ms.`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, leftMs).unref();
      });
    }
  }

  /** Waits for changes until one is of this kind in this queue; all that were told until then. */
  async untilChanged(kind: string, queue: string): Promise<ChangeEvent['changes']> {
    const changes: ChangeEvent['changes'] = [];
    for (;;) {
      changes.push(...changeEvent.parse((await this.next('change')).data).changes);
      if (changes.some((change) => change.kind === kind && change.queues?.includes(queue) === true))
        return changes;
    }
  }

  /** What came and was not asked for. */
  get rest(): readonly ReceivedEvent[] {
    return this.received;
  }

  /** Hangs up. */
  async close(): Promise<void> {
    await this.body.cancel().catch(() => undefined);
  }

  private async readAll(): Promise<void> {
    for (;;) {
      const { done, value } = await this.body.read().catch(() => ({ done: true, value: undefined }));
      if (done || value === undefined) return;
      const blocks = `${this.unfinished}${this.decoder.decode(value, { stream: true })}`.split('\n\n');
      this.unfinished = blocks.pop() ?? '';
      for (const block of blocks) this.take(block.split('\n'));
    }
  }

  private take(lines: readonly string[]): void {
    const name = fieldOf(lines, 'event');
    const data = fieldOf(lines, 'data');
    if (name === null || data === null) return;
    this.received.push({ name, id: fieldOf(lines, 'id'), data: JSON.parse(data) });
    this.wake();
  }
}
