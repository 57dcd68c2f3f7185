import type { Backoff, Settlement } from './installation.js';

/** A task as a producer hands it in; without `scheduledAtMs` its time is its arrival (R4). */
export interface NewTask {
  queue: string;
  threadId: string | null;
  scheduledAtMs?: number;
  maxAttempts?: number;
  backoff?: Backoff;
}

/** The proof of a lease (R12). */
export interface LeaseProof {
  id: number;
  token: number;
}

/** One failed attempt as its worker reports it. */
export interface Failure extends LeaseProof {
  retryable?: boolean;
  retryAfterMs?: number;
  errorType?: string;
}

/** Everything that can be asked of an installation. `lapse` is the sweep over the leases whose time has passed. */
export type Command =
  | { kind: 'enqueue'; tasks: readonly NewTask[] }
  | { kind: 'dequeue'; queue: string; max: number; workerId: string; keepaliveTimeoutMs?: number }
  | { kind: 'complete'; items: readonly LeaseProof[] }
  | { kind: 'fail'; items: readonly Failure[] }
  | { kind: 'release'; items: readonly (LeaseProof & { delayMs?: number })[] }
  | { kind: 'undo'; items: readonly LeaseProof[] }
  | { kind: 'keepalive'; items: readonly (LeaseProof & { extendMs?: number })[] }
  | { kind: 'lapse' }
  | { kind: 'delete'; ids: readonly number[] }
  | { kind: 'reschedule'; id: number; scheduledAtMs: number }
  | { kind: 'restart'; ids: readonly number[]; scheduledAtMs?: number }
  | { kind: 'pause'; queue: string }
  | { kind: 'resume'; queue: string };

/** Why an item was refused, in the words of the API. */
export type RefusalCode =
  'task_not_found' | 'lease_lost' | 'already_settled' | 'already_restarted' | 'task_not_enqueued';

/** An item that was carried out, and what its call adds. */
export interface Accepted {
  id: number;
  status: 'ok';
  token?: number;
  attempt?: number;
  leaseExpiresAtMs?: number;
  outcome?: 'retrying' | 'dead';
  scheduledAtMs?: number;
  newId?: number;
  promoted?: number;
}

/** An item that was refused and changed nothing. */
export interface Refused {
  id: number;
  status: 'error';
  code: RefusalCode;
  outcome?: Settlement['outcome'];
  newId?: number;
}

/** One result of a call; a call answers with a list of them, in request order. */
export type Answer = Accepted | Refused;
