/** The columns that a task carries unchanged from table to table. */
export const carriedColumns = [
  'queue_id',
  'thread_key',
  'thread_id',
  'type',
  'attempt',
  'max_attempts',
  'backoff',
  'scheduled_at',
  'enqueued_at',
  'payload',
  'payload_bytes',
  'traceparent',
  'restarted_from',
  'dead_letter',
] as const;

/** These columns for a SELECT from the table of that alias. */
export const carriedFrom = (alias: string): string =>
  carriedColumns.map((name) => `${alias}.${name}`).join(', ');

/** These columns for an INSERT. */
export const carriedInto = carriedColumns.join(', ');
