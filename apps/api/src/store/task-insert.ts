import type { Sql } from '../platform/database/sql.js';
import { insertGenerating } from './generated-ids.js';
import { bytesOrNull } from './values.js';

/** A task to be inserted, ready to be written. */
export interface TaskInsert {
  readonly queueId: number;
  readonly threadKey: string | null;
  readonly threadId: string | null;
  readonly type: string | null;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly backoff: string | null;
  readonly scheduledAtMs: number;
  readonly readyAtMs: number | null;
  readonly enqueuedAtMs: number;
  readonly payload: string;
  readonly payloadBytes: number;
  readonly traceparent: string | null;
  readonly restartedFrom: string | null;
  readonly deadLetter: string | null;
}

const insertTasks =
  'INSERT INTO tasks (queue_id, ready_at, thread_key, thread_id, type, attempt, max_attempts, backoff, scheduled_at, ' +
  'enqueued_at, payload, payload_bytes, traceparent, restarted_from, dead_letter) VALUES ?';

/** Keeps one statement well below the smallest usual packet limit, even when every byte is escaped. */
const statementPayloadBytes = 4 * 1024 * 1024;
const statementRows = 1_000;

const valuesOf = (task: TaskInsert): unknown[] => [
  task.queueId,
  task.readyAtMs === null ? null : new Date(task.readyAtMs),
  task.threadKey === null ? null : Buffer.from(task.threadKey, 'hex'),
  bytesOrNull(task.threadId),
  bytesOrNull(task.type),
  task.attempt,
  task.maxAttempts,
  task.backoff,
  new Date(task.scheduledAtMs),
  new Date(task.enqueuedAtMs),
  task.payload,
  task.payloadBytes,
  task.traceparent,
  task.restartedFrom,
  task.deadLetter,
];

const bytesOf = ({ payloadBytes, deadLetter }: TaskInsert): number =>
  payloadBytes + Buffer.byteLength(deadLetter ?? '');

const chunksOf = (tasks: readonly TaskInsert[]): TaskInsert[][] => {
  const chunks: TaskInsert[][] = [];
  let chunk: TaskInsert[] = [];
  let bytes = 0;
  for (const task of tasks) {
    if (
      chunk.length === statementRows ||
      (chunk.length > 0 && bytes + bytesOf(task) > statementPayloadBytes)
    ) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(task);
    bytes += bytesOf(task);
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
};

/** Inserts tasks and tells their ids, in order. */
export const insertTaskRows = (sql: Sql, tasks: readonly TaskInsert[]): Promise<string[]> =>
  insertGenerating(
    sql,
    insertTasks,
    chunksOf(tasks).map((chunk) => chunk.map(valuesOf)),
  );
