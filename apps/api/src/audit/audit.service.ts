import { Injectable } from '@nestjs/common';
import type { AuditEntry, AuditQuery, Page } from '@spool/contracts';
import { requireEveryQueue } from '../platform/auth/authorize.js';
import type { Caller } from '../platform/caller.js';
import { idInCursor, msInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import { isoTime } from '../platform/times.js';
import { selectAudit, type AuditRecord } from '../store/audit-log-store.js';

const entryOf = ({ id, atMs, actor, action, ...rest }: AuditRecord): AuditEntry => ({
  id,
  at: isoTime(atMs),
  actor,
  action,
  ...rest,
});

/** Whom a filter may mean: what says no more is a name of an operator or an id of a key. */
const actorsOf = (actor: string | undefined): readonly (string | undefined)[] =>
  actor === undefined || actor === 'system' || /^(?:operator|key):/.test(actor)
    ? [actor]
    : [`operator:${actor}`, `key:${actor}`];

const newestFirst = (left: AuditRecord, right: AuditRecord): number =>
  right.atMs - left.atMs || Number(BigInt(right.id) - BigInt(left.id));

/** Reads the audit log. */
@Injectable()
export class AuditService {
  constructor(private readonly database: Database) {}

  /** A page of acts, newest first. */
  async list(query: AuditQuery, caller: Caller): Promise<Page<AuditEntry>> {
    requireEveryQueue(caller);
    const { limit, cursor, ...filters } = query;
    const scope = { list: 'audit', ...filters };
    const position = readCursor(scope, cursor, [msInCursor, idInCursor]);
    const before = position === null ? null : { atMs: Number(position[0]), id: position[1] ?? '0' };
    const rows = await this.database.read(async (sql) => {
      const selection = { ...filters, before, rows: limit + 1 };
      const found = await Promise.all(
        actorsOf(filters.actor).map((actor) => selectAudit(sql, { ...selection, actor })),
      );
      return found.flat().toSorted(newestFirst).slice(0, selection.rows);
    });
    return pageOfRows(rows, limit, entryOf, ({ atMs, id }) => writeCursor(scope, [String(atMs), id]));
  }
}
