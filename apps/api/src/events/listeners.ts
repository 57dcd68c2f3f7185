import type { FastifyRequest } from 'fastify';
import type { ChangeWatch } from './change-watch.js';
import { mergeChanges, noChanges, type Changes } from './changes.js';
import type { EventStream } from './event-stream.js';
import { Rounds, type RoundClock } from './rounds.js';
import type { StreamAccess } from './stream-access.js';

const lookEveryMs = 1_000;
/** What a key or a session loses it loses within a second, on every replica. */
const checkAccessEveryMs = 500;
const beatEveryMs = 10_000;

/** What listeners are told, and who may be one. */
export interface ListenerSources {
  readonly watch: Pick<ChangeWatch, 'look' | 'lastId'>;
  readonly access: Pick<StreamAccess, 'callersOf'>;
  /** Is told why a round failed; the next comes all the same. */
  readonly onFailure: (error: unknown) => void;
  readonly clock?: RoundClock;
}

/** The open streams of a replica: one look serves them all, and another tells who may still listen. */
export class Listeners {
  private readonly streams = new Map<EventStream, FastifyRequest>();
  private readonly looks: Rounds;
  /** Apart from the looks: however long one takes, rights end in time. */
  private readonly checks: Rounds;
  private untold: Changes = noChanges;

  constructor(private readonly sources: ListenerSources) {
    const { onFailure, clock } = sources;
    this.looks = new Rounds(lookEveryMs, onFailure, clock);
    this.looks.every(lookEveryMs, () => this.tellChanges());
    this.looks.every(beatEveryMs, () => this.beat());
    this.checks = new Rounds(checkAccessEveryMs, onFailure, clock);
    this.checks.every(checkAccessEveryMs, async () => void (await this.checkAccess()));
  }

  /** How many streams are open. */
  get count(): number {
    return this.streams.size;
  }

  /** Takes in a stream whose caller was looked up just now. */
  add(stream: EventStream, request: FastifyRequest): void {
    this.streams.set(stream, request);
    stream.once('close', () => {
      this.streams.delete(stream);
      if (this.streams.size === 0) this.stop();
    });
    this.looks.start();
    this.checks.start();
  }

  /** Ends all streams: the replica stops. */
  closeAll(): void {
    this.stop();
    for (const stream of this.streams.keys()) stream.close('stopping');
  }

  private stop(): void {
    this.looks.stop();
    this.checks.stop();
  }

  /**
   * Who may listen is asked after the changes were read, so that what was done after a revocation reaches nobody whom it
   * shut out. A stream that came meanwhile began with an id that includes these changes.
   */
  private async tellChanges(): Promise<void> {
    this.untold = mergeChanges(this.untold, await this.sources.watch.look());
    if (this.untold.size === 0) return;
    const remaining = await this.checkAccess();
    const changes = this.untold;
    this.untold = noChanges;
    for (const stream of remaining) stream.tell(changes, this.sources.watch.lastId);
  }

  /** Ends the streams of those who may not listen any more; those that go on. */
  private async checkAccess(): Promise<EventStream[]> {
    const asked = [...this.streams];
    const callers = await this.sources.access.callersOf(asked.map(([, request]) => request));
    const remaining: EventStream[] = [];
    for (const [stream, request] of asked) {
      const caller = callers.get(request) ?? null;
      if (caller === null) {
        stream.close('unauthenticated');
        continue;
      }
      stream.listensAs(caller);
      remaining.push(stream);
    }
    return remaining;
  }

  private beat(): void {
    const now = performance.now();
    for (const stream of this.streams.keys()) {
      if (stream.isTooSlow(now)) stream.close('too-slow');
      else stream.beat();
    }
  }
}
