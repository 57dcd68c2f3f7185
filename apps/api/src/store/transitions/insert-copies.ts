import type { Sql } from '../../platform/database/sql.js';
import { insertTaskRows, type TaskInsert } from '../task-insert.js';

/** A new task that takes over the payload of another. */
export interface TaskCopy extends Omit<TaskInsert, 'payload'> {
  readonly sourceId: string;
  /** Set where the copy gets a payload of its own. */
  readonly payload?: string;
}

/** Reads the payloads of the sources, as JSON texts by id. */
export type PayloadReader = (sql: Sql, ids: readonly string[]) => Promise<Map<string, string>>;

const payloadBytesAtOnce = 8 * 1024 * 1024;

const chunksOf = (copies: readonly TaskCopy[]): TaskCopy[][] => {
  const chunks: TaskCopy[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const copy of copies) {
    const open = chunks.at(-1);
    if (open === undefined || bytes + copy.payloadBytes > payloadBytesAtOnce) {
      chunks.push([copy]);
      bytes = copy.payloadBytes;
    } else {
      open.push(copy);
      bytes += copy.payloadBytes;
    }
  }
  return chunks;
};

/** Inserts copies in order and tells their ids; only a few megabytes of payload are in memory at a time. */
export const insertCopies = async (
  sql: Sql,
  copies: readonly TaskCopy[],
  readPayloads: PayloadReader,
): Promise<string[]> => {
  const ids: string[] = [];
  for (const chunk of chunksOf(copies)) {
    const payloads = await readPayloads(
      sql,
      chunk.map((copy) => copy.sourceId),
    );
    const rows = chunk.map(({ sourceId, payload, ...copy }) => ({
      ...copy,
      payload: payload ?? payloads.get(sourceId) ?? 'null',
    }));
    ids.push(...(await insertTaskRows(sql, rows)));
  }
  return ids;
};
