import { changeEvent, endEvent, routes, type ChangeEvent } from '@spool/contracts';
import { SpoolConnectionError } from './errors.js';
import { EventReader, type StreamedEvent } from './event-reader.js';
import { jitteredDelayMs } from './jittered-delay.js';
import { mayPass } from './retry.js';
import type { CallOptions, Transport } from './transport.js';

/** What a listener is told: something changed (`reset`: read everything again), or only time has passed. */
export type SpoolEvent =
  | { readonly kind: 'ready' | 'reset' | 'alive' }
  | { readonly kind: 'change'; readonly changes: ChangeEvent['changes'] };

const reopening = { initialMs: 500, maxMs: 10_000 };

const pause = (delayMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

const eventOf = ({ name, data }: StreamedEvent): SpoolEvent | null => {
  switch (name) {
    case 'change':
      return { kind: 'change', changes: changeEvent.parse(JSON.parse(data)).changes };
    case 'ready':
    case 'reset':
    case 'alive':
      return { kind: name };
    default:
      return null;
  }
};

/** What changed, as it changes, on whichever replica. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Tells what changes until the signal fires. A stream that breaks is opened again and goes on from where it was;
   * `reset` says that it could not. Throws SpoolProblem when Spool refuses the caller.
   */
  async *follow(options: Pick<CallOptions, 'signal'> = {}): AsyncGenerator<SpoolEvent, void, undefined> {
    const place = { lastId: null as string | null };
    let failures = 0;
    const isOver = (): boolean => options.signal?.aborted === true;
    while (!isOver()) {
      try {
        for await (const event of this.#listen(place, options)) {
          failures = 0;
          yield event;
        }
      } catch (error) {
        if (isOver()) return;
        if (!mayPass(error)) throw error;
      }
      failures += 1;
      await pause(jitteredDelayMs(failures, reopening, { random: Math.random() }), options.signal);
    }
  }

  /** One stream, until it ends. */
  async *#listen(
    place: { lastId: string | null },
    { signal }: Pick<CallOptions, 'signal'>,
  ): AsyncGenerator<SpoolEvent, void, undefined> {
    const headers = place.lastId === null ? {} : { 'last-event-id': place.lastId };
    const reader = new EventReader();
    const call = { headers, ...(signal === undefined ? {} : { signal }) };
    for await (const text of this.#transport.stream(routes.streamEvents, call)) {
      for (const streamed of reader.read(text)) {
        place.lastId = streamed.id ?? place.lastId;
        if (streamed.name === 'end') {
          const { reason } = endEvent.parse(JSON.parse(streamed.data));
          throw new SpoolConnectionError(`Spool ended the stream of events: ${reason}.`);
        }
        const event = eventOf(streamed);
        if (event !== null) yield event;
      }
    }
  }
}
