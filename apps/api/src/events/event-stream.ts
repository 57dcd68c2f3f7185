import { Readable } from 'node:stream';
import type { EndEvent } from '@spool/contracts';
import type { Caller } from '../platform/caller.js';
import { changeEventOf, changesFor, mergeChanges, noChanges, type Changes } from './changes.js';

/** After how long a browser opens a stream again that broke, in milliseconds. */
const reopenAfterMs = 2_000;
/** How long a reader may take in nothing, in milliseconds. */
const patienceMs = 30_000;

/**
 * One listener's stream of events, as text. While the reader does not keep up, changes are merged instead of queued:
 * what is held for it is bounded by the number of queues.
 */
export class EventStream extends Readable {
  private pending: Changes = noChanges;
  private pendingId = '';
  private blockedSinceMs: number | null = null;
  private isEnding = false;

  constructor(private caller: Caller) {
    super({ highWaterMark: 16_384 });
  }

  override _read(): void {
    this.blockedSinceMs = null;
    if (this.pending.size > 0) this.sendPending();
  }

  /** Begins: tells the id from which the stream can be resumed. */
  begin(id: string): void {
    this.send(`retry: ${reopenAfterMs}\n\n`);
    this.sendEvent('ready', {}, id);
  }

  /** Tells that something was missed, so that everything has to be read again. */
  reset(id: string): void {
    this.sendEvent('reset', {}, id);
  }

  /** Goes on with the rights that its caller has by now, also for what has yet to be told. */
  listensAs(caller: Caller): void {
    this.caller = caller;
    this.pending = changesFor(caller, this.pending);
  }

  /** Tells what changed, as far as the caller may know of it. */
  tell(changes: Changes, id: string): void {
    this.pending = mergeChanges(this.pending, changesFor(this.caller, changes));
    this.pendingId = id;
    if (this.pending.size > 0 && this.blockedSinceMs === null) this.sendPending();
  }

  /** Shows that the stream is alive, to proxies and to the page. */
  beat(): void {
    if (this.blockedSinceMs === null) this.send(': alive\nevent: alive\ndata: {}\n\n');
  }

  /** Whether the reader has taken in nothing for too long. */
  isTooSlow(nowMs: number): boolean {
    return this.blockedSinceMs !== null && nowMs - this.blockedSinceMs > patienceMs;
  }

  /** Ends the stream, once, saying why; a reader who takes nothing in, or not the end, is cut off. */
  close(reason: EndEvent['reason']): void {
    if (this.isEnding && reason !== 'too-slow') return;
    if (this.blockedSinceMs !== null) {
      this.destroy();
      return;
    }
    this.sendEvent('end', { reason }, null);
    this.push(null);
    this.isEnding = true;
    this.blockedSinceMs = performance.now();
  }

  private sendPending(): void {
    const changes = this.pending;
    this.pending = noChanges;
    this.sendEvent('change', changeEventOf(changes), this.pendingId);
  }

  private sendEvent(name: string, data: object, id: string | null): void {
    this.send(`event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  private send(text: string): void {
    if (this.destroyed || this.isEnding) return;
    if (!this.push(text)) this.blockedSinceMs = performance.now();
  }
}
