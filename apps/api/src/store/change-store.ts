import type { ChangeKind } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';

/** What a part of the installation looks like: another version means that it changed. */
export interface PartVersion {
  readonly kind: ChangeKind;
  /** 0 for what belongs to no queue in particular. */
  readonly queueId: number;
  readonly version: string;
}

/** The versions of all parts at a time, and the names of the queues. */
export interface ChangeSnapshot {
  readonly versions: readonly PartVersion[];
  readonly queueNames: ReadonlyMap<number, string>;
}

const selectQueues = 'SELECT id, name, version, paused, updated_at FROM queues';
/** A sum over the slots: the latest time alone would hide a transaction that began earlier and was committed later. */
const sumTouched =
  'SELECT queue_id, SUM(UNIX_TIMESTAMP(touched_at)) AS touched FROM counters GROUP BY queue_id';
const selectMarks = 'SELECT kind, queue_id, version FROM change_marks';
const upsertMarks =
  'INSERT INTO change_marks (kind, queue_id, version) VALUES ? ON DUPLICATE KEY UPDATE version = version + 1';

interface QueueRow {
  id: number;
  name: string;
  version: number;
  paused: number;
  updated_at: Date;
}

/** Reads the versions of everything that listeners are told about: three small tables, however many tasks there are. */
export const readChangeSnapshot = async (sql: Sql): Promise<ChangeSnapshot> => {
  const queues = await sql.rows<QueueRow>(selectQueues);
  const touched = await sql.rows<{ queue_id: number; touched: string | number }>(sumTouched);
  const marks = await sql.rows<{ kind: ChangeKind; queue_id: number; version: string | number }>(selectMarks);
  return {
    queueNames: new Map(queues.map(({ id, name }) => [id, name])),
    versions: [
      ...queues.map(({ id, version, paused, updated_at: updatedAt }): PartVersion => {
        return { kind: 'queues', queueId: id, version: `${version}:${paused}:${updatedAt.getTime()}` };
      }),
      ...touched.map((row): PartVersion => {
        return { kind: 'tasks', queueId: row.queue_id, version: String(row.touched) };
      }),
      ...marks.map((row): PartVersion => {
        return { kind: row.kind, queueId: row.queue_id, version: `mark ${row.version}` };
      }),
    ],
  };
};

/** Says that something changed that no counter counts, at the end of its transaction: others wait for the row. */
export const markChanged = async (sql: Sql, kind: ChangeKind, queueIds: Iterable<number>): Promise<void> => {
  const sorted = [...new Set(queueIds)].sort((left, right) => left - right);
  if (sorted.length > 0) await sql.change(upsertMarks, [sorted.map((id) => [kind, id, 1])]);
};
