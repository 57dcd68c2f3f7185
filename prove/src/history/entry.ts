/** A task as a producer sent it. The marker is its payload: it tells which task it is when no answer came. */
export interface Sent {
  readonly marker: string;
  readonly threadId: string | null;
  readonly scheduledAtMs?: number;
  readonly delayMs?: number;
  readonly maxAttempts?: number;
}

/** What was asked to be done with one task. */
export type Item =
  | { readonly verb: 'complete'; readonly id: number; readonly token: number }
  | {
      readonly verb: 'fail';
      readonly id: number;
      readonly token: number;
      readonly retryAfterMs?: number;
      readonly retryable: boolean;
    }
  | { readonly verb: 'release'; readonly id: number; readonly token: number; readonly delayMs?: number }
  | { readonly verb: 'keepalive'; readonly id: number; readonly token: number; readonly extendMs?: number }
  | { readonly verb: 'delete'; readonly id: number }
  | { readonly verb: 'restart'; readonly id: number }
  | { readonly verb: 'reschedule'; readonly id: number; readonly scheduledAtMs: number };

/** What a worker wanted of the queue. */
export interface Demand {
  readonly max: number;
  readonly waitMs: number;
  readonly workerId: string;
  readonly keepaliveTimeoutMs: number;
}

/** One call: what it sends, does and wants, in this order and in one transaction. */
export interface Asked {
  readonly queue: string | null;
  readonly sent: readonly Sent[];
  readonly items: readonly Item[];
  readonly demand: Demand | null;
  readonly hold: 'pause' | 'resume' | null;
}

/** A task that was accepted. */
export interface Admitted {
  readonly id: number;
  readonly scheduledAtMs: number;
  readonly enqueuedAtMs: number;
}

/** A task in a worker's hands, as the answer described it. */
export interface Taken {
  readonly id: number;
  readonly token: number;
  readonly threadId: string | null;
  readonly marker: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly enqueuedAtMs: number;
  readonly scheduledAtMs: number;
  readonly leaseExpiresAtMs: number;
}

/** The result of one item. */
export interface Told {
  readonly status: 'ok' | 'error';
  readonly code?: string;
  readonly outcome?: string;
  readonly scheduledAtMs?: number;
  readonly leaseExpiresAtMs?: number;
  readonly newId?: number;
  readonly promoted?: number;
}

/** What a call was told, in the order in which it asked. */
export interface Answer {
  readonly admitted: readonly Admitted[];
  readonly results: readonly Told[];
  readonly taken: readonly Taken[];
}

/**
 * How a call ended: `answered`; `refused` as a whole, which changes nothing; or `unknown`: no answer came, or one that
 * says that nobody knows. It may have happened, at any time after it was asked.
 */
export type Fate = 'answered' | 'refused' | 'unknown';

/** One call as its client wrote it down. Times are milliseconds since 1970 by a clock that never steps. */
export interface Entry {
  readonly number: number;
  readonly client: string;
  readonly replica: number;
  readonly askedAtMs: number;
  /** When the answer came, or when the client gave up. */
  readonly endedAtMs: number;
  readonly asked: Asked;
  readonly fate: Fate;
  /** Null unless answered. */
  readonly answer: Answer | null;
  /** Why it was refused, or why nobody knows. */
  readonly reason: string | null;
}
