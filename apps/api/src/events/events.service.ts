import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../platform/caller.js';
import { LOGGER } from '../platform/logging/logger.js';
import { Shutdown } from '../platform/shutdown.js';
import { SpoolError, unavailable } from '../platform/spool-error.js';
import { ChangeWatch } from './change-watch.js';
import { EventStream } from './event-stream.js';
import { Listeners } from './listeners.js';
import { StreamAccess } from './stream-access.js';
import { StreamPlaces } from './stream-places.js';

/** Opens streams for listeners, who are told what changed. */
@Injectable()
export class EventsService {
  private readonly places = new StreamPlaces();
  private readonly listeners: Listeners;

  constructor(
    private readonly watch: ChangeWatch,
    private readonly access: StreamAccess,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) logger: Logger,
  ) {
    // Whatever changed meanwhile is told at the next look.
    const onFailure = (error: unknown): void => logger.debug({ err: error }, 'A look for listeners failed');
    this.listeners = new Listeners({ watch, access, onFailure });
    shutdown.signal.addEventListener('abort', () => this.listeners.closeAll());
  }

  /** How many streams are open on this replica. */
  get openStreams(): number {
    return this.listeners.count;
  }

  /**
   * Opens a stream for a caller. One that names the last event that it saw is told what it missed, or to read everything
   * again when that is not known here. Throws `rate_limited`, `unavailable`, and `unauthenticated` for a caller who was
   * believed to be what it is no more.
   */
  async open(request: FastifyRequest, caller: Caller): Promise<EventStream> {
    const giveBack = this.places.take(caller.name);
    try {
      // What changes after this is told: a listener that reads once its stream is ready misses nothing.
      await this.watch.prepare();
      const stream = new EventStream(await this.callerByNow(request));
      if (this.shutdown.signal.aborted) throw unavailable('This replica is stopping: try again.');
      stream.once('close', giveBack);
      this.begin(stream, request.headers['last-event-id']);
      this.listeners.add(stream, request);
      return stream;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  private async callerByNow(request: FastifyRequest): Promise<Caller> {
    const caller = (await this.access.callersOf([request])).get(request) ?? null;
    if (caller !== null) return caller;
    throw new SpoolError('unauthenticated', 'This key was revoked, or this session has ended.');
  }

  private begin(stream: EventStream, lastSeenId: string | string[] | undefined): void {
    const { lastId } = this.watch;
    stream.begin(lastId);
    if (lastSeenId === undefined) return;
    const missed = this.watch.since(String(lastSeenId));
    if (missed === null) stream.reset(lastId);
    else stream.tell(missed, lastId);
  }
}
