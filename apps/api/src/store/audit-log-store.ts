import { limits, type AuditAction, type AuditActor, type AuditTarget } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import type { Sql } from '../platform/database/sql.js';
import { bytesOrNull, sqlTime, textOrNull } from './values.js';

/** What an act changed: plain data in the words of the API, without payloads and secrets. */
export interface Deed {
  readonly target: AuditTarget;
  readonly queue?: string | null;
  readonly reason?: string | null;
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

/** An entry of the log. */
export interface AuditRecord extends Required<Deed> {
  readonly id: string;
  readonly atMs: number;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly requestId: string | null;
  readonly address: string | null;
}

/** Which entries to read; `before` is where the page before ended. */
export interface AuditSelection {
  /** By a caller's name, such as `operator:ann`. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly target?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly before: { readonly atMs: number; readonly id: string } | null;
  readonly rows: number;
}

interface AuditRow {
  id: string;
  at: Date;
  actor_type: AuditActor['type'];
  actor_id: string | null;
  actor_name: Buffer;
  action: AuditAction;
  target: Buffer;
  queue: string | null;
  reason: string | null;
  before_state: string | null;
  after_state: string | null;
  request_id: string | null;
  address: Buffer | null;
}

const insert = `
  INSERT INTO audit_log (at, actor, actor_type, actor_id, actor_name, action, target, queue, reason, before_state,
    after_state, request_id, address)
  VALUES (NOW(3), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const columns =
  'id, at, actor_type, actor_id, actor_name, action, target, queue, reason, before_state, after_state, request_id, address';
const deleteOld = 'DELETE FROM audit_log WHERE at < NOW(3) - INTERVAL ? DAY ORDER BY at LIMIT ?';

const jsonOrNull = (value: Deed['before']): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** Whoever names no one target names its type alone. */
const targetText = ({ type, id }: AuditTarget): string => (id === null ? type : `${type}:${id}`);

// Both were written by this service, from the contract's own types.
const targetOf = (text: string): AuditTarget => {
  const colon = text.indexOf(':');
  const type = (colon === -1 ? text : text.slice(0, colon)) as AuditTarget['type'];
  return { type, id: colon === -1 ? null : text.slice(colon + 1) };
};
const stateOf = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>);

const recordOf = (row: AuditRow): AuditRecord => ({
  id: row.id,
  atMs: row.at.getTime(),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name.toString('utf8') },
  action: row.action,
  target: targetOf(row.target.toString('utf8')),
  queue: row.queue,
  reason: row.reason,
  before: stateOf(row.before_state),
  after: stateOf(row.after_state),
  requestId: row.request_id,
  address: textOrNull(row.address),
});

/**
 * Writes an act into the log, in the act's own transaction: if the entry cannot be written, the act does not happen.
 * Costs nothing where the act is not audited.
 */
export const recordAct = (sql: Sql, act: Act, deed: Deed): void => {
  if (!act.isAudited) return;
  const { name, actor } = act.caller;
  sql.defer(insert, [
    Buffer.from(name, 'utf8'),
    actor.type,
    actor.id,
    Buffer.from(actor.name, 'utf8'),
    act.action,
    Buffer.from(targetText(deed.target), 'utf8'),
    deed.queue ?? null,
    deed.reason ?? null,
    jsonOrNull(deed.before),
    jsonOrNull(deed.after),
    act.requestId,
    bytesOrNull(act.address),
  ]);
};

/** What an act changed of tasks. */
export interface TaskDeed extends Pick<Deed, 'before' | 'after'> {
  readonly ids: readonly string[];
  /** The queues that they are in: named where they are one. */
  readonly queues: Iterable<string>;
}

/** Writes what an act did to tasks: one entry, with their number and the first hundred ids; none where it did nothing. */
export const recordActOnTasks = (sql: Sql, act: Act, { ids, queues, before, after }: TaskDeed): void => {
  const [id = null] = ids;
  if (id === null) return;
  const [queue = null, ...others] = new Set(queues);
  recordAct(sql, act, {
    target: { type: 'task', id: ids.length === 1 ? id : null },
    queue: others.length === 0 ? queue : null,
    before: before ?? null,
    after: { ...after, tasks: ids.length, ids: ids.slice(0, limits.auditIds) },
  });
};

/** Entries of the log, newest first: along the index of the narrowest filter, the others checked on the way. */
export const selectAudit = async (sql: Sql, selection: AuditSelection): Promise<AuditRecord[]> => {
  const { actor, action, target, from, to, before } = selection;
  const conditions: [condition: string, ...parameters: unknown[]][] = [];
  if (target !== undefined) conditions.push(['target = ?', Buffer.from(target, 'utf8')]);
  if (actor !== undefined) conditions.push(['actor = ?', Buffer.from(actor, 'utf8')]);
  if (action !== undefined) conditions.push(['action = ?', action]);
  if (from !== undefined) conditions.push(['at >= ?', sqlTime(from)]);
  if (to !== undefined) conditions.push(['at < ?', sqlTime(to)]);
  if (before !== null) {
    const at = sqlTime(before.atMs);
    conditions.push(['at <= ? AND (at < ? OR id < ?)', at, at, before.id]);
  }
  const where = conditions.map(([condition]) => condition).join(' AND ');
  const rows = await sql.rows<AuditRow>(
    `SELECT ${columns} FROM audit_log FORCE INDEX (${indexFor(selection)})
     ${where === '' ? '' : `WHERE ${where}`} ORDER BY at DESC, id DESC LIMIT ?`,
    [...conditions.flatMap(([, ...parameters]) => parameters), selection.rows],
  );
  return rows.map(recordOf);
};

const indexFor = ({ actor, action, target }: AuditSelection): string => {
  if (target !== undefined) return 'audit_log_by_target';
  if (actor !== undefined) return 'audit_log_by_actor';
  return action === undefined ? 'audit_log_by_time' : 'audit_log_by_action';
};

/** Forgets entries older than so many days; tells how many. */
export const pruneAudit = async (sql: Sql, days: number, limit: number): Promise<number> =>
  (await sql.change(deleteOld, [days, limit])).affectedRows;
