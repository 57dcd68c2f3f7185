import { limits } from '@spool/contracts';
import { SpoolError, unavailable } from '../platform/spool-error.js';

const retryAfterSeconds = 10;

/** How many streams may be open. */
export interface StreamLimits {
  readonly streams: number;
  readonly streamsOfCaller: number;
}

const defaultLimits: StreamLimits = {
  streams: limits.eventStreams,
  streamsOfCaller: limits.eventStreamsOfCaller,
};

/** Bounds how many streams are open on this replica, and of one caller. */
export class StreamPlaces {
  private readonly taken = new Map<string, number>();
  private open = 0;

  constructor(private readonly bounds: StreamLimits = defaultLimits) {}

  /** Takes a place; returns how to give it back. Throws `rate_limited` for a caller with too many, else `unavailable`. */
  take(callerName: string): () => void {
    const own = this.taken.get(callerName) ?? 0;
    if (own >= this.bounds.streamsOfCaller) {
      throw new SpoolError(
        'rate_limited',
        `This caller has ${own} event streams open here, which is the limit: close one, or share one between tabs.`,
        { retryAfterSeconds },
      );
    }
    if (this.open >= this.bounds.streams)
      throw unavailable(
        `This replica has ${this.open} event streams open, which is the limit: poll instead.`,
      );
    this.taken.set(callerName, own + 1);
    this.open += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.open -= 1;
      const left = (this.taken.get(callerName) ?? 1) - 1;
      if (left === 0) this.taken.delete(callerName);
      else this.taken.set(callerName, left);
    };
  }
}
