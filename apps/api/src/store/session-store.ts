import { role, type Role } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';

/** A session that has not expired, with its operator's role of today. */
export interface SessionRecord {
  readonly username: string;
  readonly role: Role;
  /** When it ends at the latest: the earlier of its absolute end and the end of its idle time. */
  readonly expiresAtMs: number;
  /** Whether its last use was noted more than a minute ago. */
  readonly isStale: boolean;
}

interface SessionRow {
  username: Buffer;
  role: string;
  ends_at: Date;
  is_stale: number | string;
}

const idleHours = 8;
const absoluteHours = 24;
const idleEnd = `last_used_at + INTERVAL ${idleHours} HOUR`;
const selectCurrent = `
  SELECT s.username, o.role, LEAST(s.expires_at, s.${idleEnd}) AS ends_at,
    s.last_used_at < NOW(3) - INTERVAL 60 SECOND AS is_stale
  FROM sessions s STRAIGHT_JOIN operators o ON o.username = s.username
  WHERE s.token_hash = ? AND s.expires_at > NOW(3) AND s.${idleEnd} > NOW(3)`;
const insert = `
  INSERT INTO sessions (token_hash, username, created_at, last_used_at, expires_at)
  VALUES (?, ?, NOW(3), NOW(3), NOW(3) + INTERVAL ${absoluteHours} HOUR)`;
const updateLastUsed = 'UPDATE sessions SET last_used_at = NOW(3) WHERE token_hash = ?';
const deleteByToken = 'DELETE FROM sessions WHERE token_hash = ?';
const deleteExpired = 'DELETE FROM sessions WHERE expires_at <= NOW(3) ORDER BY expires_at LIMIT 100';

/** The session of a token's hash; null when there is none or it has ended (R15: by the database's clock). */
export const findSession = async (sql: Sql, tokenHash: Buffer): Promise<SessionRecord | null> => {
  const [row] = await sql.rows<SessionRow>(selectCurrent, [tokenHash]);
  if (row === undefined) return null;
  return {
    username: row.username.toString('utf8'),
    role: role.parse(row.role),
    expiresAtMs: row.ends_at.getTime(),
    isStale: Number(row.is_stale) === 1,
  };
};

/** Stores a session that begins now. */
export const insertSession = async (sql: Sql, tokenHash: Buffer, username: string): Promise<void> => {
  await sql.change(insert, [tokenHash, Buffer.from(username, 'utf8')]);
};

/** Prolongs a session's idle time. */
export const touchSession = async (sql: Sql, tokenHash: Buffer): Promise<void> => {
  await sql.change(updateLastUsed, [tokenHash]);
};

/** Ends a session on every replica. */
export const deleteSession = async (sql: Sql, tokenHash: Buffer): Promise<void> => {
  await sql.change(deleteByToken, [tokenHash]);
};

/** Removes some sessions that have ended. */
export const deleteExpiredSessions = async (sql: Sql): Promise<void> => {
  await sql.change(deleteExpired);
};
