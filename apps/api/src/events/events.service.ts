import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../platform/caller.js';
import { LOGGER } from '../platform/logging/logger.js';
import { Shutdown } from '../platform/shutdown.js';
import { unavailable } from '../platform/spool-error.js';
import { ChangeWatch } from './change-watch.js';
import { EventStream } from './event-stream.js';
import { Rounds } from './rounds.js';
import { StreamAccess } from './stream-access.js';
import { StreamPlaces } from './stream-places.js';

const lookEveryMs = 1_000;
const checkAccessEveryMs = 3_000;
const beatEveryMs = 10_000;

/** Tells listeners what changed: while anybody listens on this replica, one look a second serves them all. */
@Injectable()
export class EventsService {
  private readonly streams = new Map<EventStream, FastifyRequest>();
  private readonly places = new StreamPlaces();
  private readonly rounds: Rounds;

  constructor(
    private readonly watch: ChangeWatch,
    private readonly access: StreamAccess,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) logger: Logger,
  ) {
    // Whatever changed meanwhile is told at the next look.
    this.rounds = new Rounds((error) => logger.debug({ err: error }, 'A look for listeners failed'));
    this.rounds.every(lookEveryMs, () => this.tellChanges());
    this.rounds.every(checkAccessEveryMs, () => this.checkAccess());
    this.rounds.every(beatEveryMs, () => this.beat());
    shutdown.signal.addEventListener('abort', () => this.closeAll());
  }

  /** How many streams are open on this replica. */
  get openStreams(): number {
    return this.streams.size;
  }

  /**
   * Opens a stream for a caller. One that names the last event that it saw is told what it missed, or to read everything
   * again when that is not known here. Throws `rate_limited`, `unavailable`.
   */
  async open(request: FastifyRequest, caller: Caller): Promise<EventStream> {
    const giveBack = this.places.take(caller.name);
    try {
      // What changes after this is told: a listener that reads once its stream is ready misses nothing.
      await this.watch.prepare();
      if (this.shutdown.signal.aborted) throw unavailable('This replica is stopping: try again.');
    } catch (error) {
      giveBack();
      throw error;
    }
    const stream = new EventStream(caller);
    this.streams.set(stream, request);
    stream.once('close', () => {
      giveBack();
      this.streams.delete(stream);
      if (this.streams.size === 0) this.rounds.stop();
    });
    this.begin(stream, request.headers['last-event-id']);
    this.rounds.start();
    return stream;
  }

  private begin(stream: EventStream, lastSeenId: string | string[] | undefined): void {
    const { lastId } = this.watch;
    stream.begin(lastId);
    if (lastSeenId === undefined) return;
    const missed = this.watch.since(String(lastSeenId));
    if (missed === null) stream.reset(lastId);
    else stream.tell(missed, lastId);
  }

  private async tellChanges(): Promise<void> {
    const changes = await this.watch.look();
    if (changes.size === 0) return;
    for (const stream of this.streams.keys()) stream.tell(changes, this.watch.lastId);
  }

  private async checkAccess(): Promise<void> {
    const callers = await this.access.callersOf(this.streams.values());
    for (const [stream, request] of this.streams) {
      const caller = callers.get(request);
      if (caller === null) stream.close('unauthenticated');
      else if (caller !== undefined) stream.listensAs(caller);
    }
  }

  private beat(): void {
    const now = performance.now();
    for (const stream of this.streams.keys()) {
      if (stream.isTooSlow(now)) stream.close('too-slow');
      else stream.beat();
    }
  }

  private closeAll(): void {
    this.rounds.stop();
    for (const stream of this.streams.keys()) stream.close('stopping');
  }
}
