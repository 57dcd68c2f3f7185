import { queuePatterns, role } from '@spool/contracts';
import type { KnownOperator } from '../platform/auth/roles.js';
import type { Sql } from '../platform/database/sql.js';
import { keyValues } from './by-key.js';
import { bytesOrNull, sqlTime, textOrNull } from './values.js';

/** A session that has not ended, with its operator as it is today. */
export interface SessionRecord {
  readonly operator: KnownOperator & { readonly isLocal: boolean };
  /** When it ends at the latest: the earlier of its absolute end and the end of its idle time. */
  readonly expiresAtMs: number;
  /** Whether its last use was noted more than a minute ago. */
  readonly isStale: boolean;
}

/** A session as its owner sees it. */
export interface OwnSessionRecord {
  readonly tokenHash: Buffer;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  readonly expiresAtMs: number;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A session to store, from where it was begun. */
export interface NewSession {
  readonly tokenHash: Buffer;
  readonly username: string;
  readonly address: string;
  readonly userAgent: string | null;
}

/** The place after which a page of sessions goes on. */
export interface SessionPosition {
  readonly createdAtMs: number;
  readonly id: string;
}

interface SessionRow {
  id: number;
  username: Buffer;
  role: string;
  queue_patterns: string;
  is_local: number | string;
  ends_at: Date;
  is_stale: number | string;
}

interface TokenedSessionRow extends SessionRow {
  token_hash: Buffer;
}

interface OwnSessionRow {
  token_hash: Buffer;
  created_at: Date;
  last_used_at: Date;
  ends_at: Date;
  address: Buffer | null;
  user_agent: Buffer | null;
}

const idleHours = 8;
const absoluteHours = 24;
const idBytes = 12;
const userAgentBytes = 400;
const idleEnd = `s.last_used_at + INTERVAL ${idleHours} HOUR`;
const endsAt = `LEAST(s.expires_at, ${idleEnd}) AS ends_at`;
const isLive = `s.expires_at > NOW(3) AND ${idleEnd} > NOW(3)`;
const idOf = `LOWER(HEX(LEFT(s.token_hash, ${idBytes})))`;
const selectCurrent = (condition: string): string => `
  SELECT s.token_hash, o.id, o.username, o.role, o.queue_patterns, o.password_hash IS NOT NULL AS is_local,
    ${endsAt}, s.last_used_at < NOW(3) - INTERVAL 60 SECOND AS is_stale
  FROM sessions s FORCE INDEX (PRIMARY) STRAIGHT_JOIN operators o ON o.username = s.username
  WHERE s.token_hash ${condition} AND ${isLive} AND o.enabled = 1`;
const selectCurrentOne = selectCurrent('= ?');
const selectCurrentMany = selectCurrent('IN (?)');
const selectOwn = (after: string): string => `
  SELECT s.token_hash, s.created_at, s.last_used_at, ${endsAt}, s.address, s.user_agent
  FROM sessions s WHERE s.username = ? AND ${isLive} ${after}
  ORDER BY s.created_at DESC, s.token_hash DESC LIMIT ?`;
const selectOwnFirst = selectOwn('');
const selectOwnNext = selectOwn(`AND (s.created_at < ? OR s.created_at = ? AND ${idOf} < ?)`);
const insert = `
  INSERT INTO sessions (token_hash, username, created_at, last_used_at, expires_at, address, user_agent)
  VALUES (?, ?, NOW(3), NOW(3), NOW(3) + INTERVAL ${absoluteHours} HOUR, ?, ?)`;
const updateLastUsed = 'UPDATE sessions SET last_used_at = NOW(3) WHERE token_hash = ?';
const deleteByToken = 'DELETE FROM sessions WHERE token_hash = ?';
const deleteById = `DELETE s FROM sessions s WHERE s.username = ? AND ${isLive} AND ${idOf} = ?`;
const deleteByOperator = 'DELETE FROM sessions WHERE username = ? AND token_hash <> ?';
const deleteExpired = 'DELETE FROM sessions WHERE expires_at <= NOW(3) ORDER BY expires_at LIMIT 100';
const noToken = Buffer.alloc(32);

/** Names a session: a part of its token's hash, which opens nothing. */
export const sessionIdOf = (tokenHash: Buffer): string => tokenHash.subarray(0, idBytes).toString('hex');

const recordOf = (row: SessionRow): SessionRecord => ({
  operator: {
    id: String(row.id),
    username: row.username.toString('utf8'),
    role: role.parse(row.role),
    queuePatterns: queuePatterns.parse(JSON.parse(row.queue_patterns)),
    isLocal: Number(row.is_local) === 1,
  },
  expiresAtMs: row.ends_at.getTime(),
  isStale: Number(row.is_stale) === 1,
});

/** The session of a token's hash; null when there is none, it has ended (R15: by the database's clock) or its operator is barred. */
export const findSession = async (sql: Sql, tokenHash: Buffer): Promise<SessionRecord | null> => {
  const [row] = await sql.rows<SessionRow>(selectCurrentOne, [tokenHash]);
  return row === undefined ? null : recordOf(row);
};

/** The sessions of tokens' hashes, by the hash in hex; without those that {@link findSession} does not find. */
export const findSessions = async (
  sql: Sql,
  tokenHashes: readonly string[],
): Promise<Map<string, SessionRecord>> => {
  const rows = await sql.rows<TokenedSessionRow>(selectCurrentMany, [keyValues(tokenHashes)]);
  return new Map(rows.map((row) => [row.token_hash.toString('hex'), recordOf(row)]));
};

/** An operator's sessions that have not ended, newest first, from after a position. */
export const listSessions = async (
  sql: Sql,
  username: string,
  after: SessionPosition | null,
  limit: number,
): Promise<OwnSessionRecord[]> => {
  const owner = Buffer.from(username, 'utf8');
  const createdAt = sqlTime(after?.createdAtMs ?? 0);
  const rows = await (after === null
    ? sql.rows<OwnSessionRow>(selectOwnFirst, [owner, limit])
    : sql.rows<OwnSessionRow>(selectOwnNext, [owner, createdAt, createdAt, after.id, limit]));
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at.getTime(),
    expiresAtMs: row.ends_at.getTime(),
    address: textOrNull(row.address),
    userAgent: textOrNull(row.user_agent),
  }));
};

/** Stores a session that begins now. */
export const insertSession = async (sql: Sql, session: NewSession): Promise<void> => {
  const userAgent = bytesOrNull(session.userAgent)?.subarray(0, userAgentBytes) ?? null;
  await sql.change(insert, [
    session.tokenHash,
    Buffer.from(session.username, 'utf8'),
    Buffer.from(session.address, 'utf8'),
    userAgent,
  ]);
};

/** Prolongs a session's idle time. */
export const touchSession = async (sql: Sql, tokenHash: Buffer): Promise<void> => {
  await sql.change(updateLastUsed, [tokenHash]);
};

/** Ends a session on every replica; false if there is none. */
export const deleteSession = async (sql: Sql, tokenHash: Buffer): Promise<boolean> =>
  (await sql.change(deleteByToken, [tokenHash])).affectedRows > 0;

/** Ends one of an operator's sessions by its id; false if there is none. */
export const deleteSessionById = async (sql: Sql, username: string, id: string): Promise<boolean> =>
  (await sql.change(deleteById, [Buffer.from(username, 'utf8'), id])).affectedRows > 0;

/** Ends an operator's sessions on every replica, all but one if it is given; how many. */
export const deleteSessionsOf = async (
  sql: Sql,
  username: string,
  exceptTokenHash: Buffer = noToken,
): Promise<number> =>
  (await sql.change(deleteByOperator, [Buffer.from(username, 'utf8'), exceptTokenHash])).affectedRows;

/** Removes some sessions that have ended. */
export const deleteExpiredSessions = async (sql: Sql): Promise<void> => {
  await sql.change(deleteExpired);
};
