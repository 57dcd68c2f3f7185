/** What transactions are for, as metrics and traces tell them apart. */
export const transactionKinds = [
  'enqueue',
  'dequeue',
  'undo_dequeue',
  'settle',
  'exchange',
  'keepalive',
  'reschedule',
  'delete',
  'restart',
  'delete_dead',
  'expire',
  'repair',
  'operation',
  'prune',
  'other',
] as const;

/** What a transaction is for. */
export interface TransactionPurpose {
  readonly kind: (typeof transactionKinds)[number];
  /** How many callers it serves. */
  readonly callers?: number;
  /** Whether its callers are tried one by one when it fails: then it waits out one lock timeout only. */
  readonly isTriedApart?: boolean;
}
