import { permission, queuePattern, type Permission } from '@spool/contracts';
import { z } from 'zod';
import type { Sql } from '../platform/database/sql.js';
import { msOrNull, sqlTime, sqlTimeOrNull } from './values.js';

/** An API key as stored: its secret is a hash. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly scopes: readonly Permission[];
  readonly queuePatterns: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  /** By the database's clock (R15), when it was read. */
  readonly hasExpired: boolean;
}

/** An API key to store. */
export interface NewApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly scopes: readonly Permission[];
  readonly queuePatterns: readonly string[];
  readonly expiresAtMs: number | null;
}

interface ApiKeyRow {
  id: string;
  name: string;
  secret_hash: Buffer;
  scopes: string;
  queue_patterns: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  has_expired: number | string;
}

/** The place after which a page of keys goes on: the last key of the page before. */
export interface ApiKeyPosition {
  readonly createdAtMs: number;
  readonly id: string;
}

const columns = `id, name, secret_hash, scopes, queue_patterns, created_at, expires_at, last_used_at,
  COALESCE(expires_at <= NOW(3), 0) AS has_expired`;
const selectById = `SELECT ${columns} FROM api_keys WHERE id = ?`;
const newestFirst = 'ORDER BY created_at DESC, id DESC LIMIT ?';
const selectFirstPage = `SELECT ${columns} FROM api_keys ${newestFirst}`;
const selectNextPage = `
  SELECT ${columns} FROM api_keys
  WHERE created_at <= ? AND (created_at < ? OR id < ?) ${newestFirst}`;
const insert = `
  INSERT INTO api_keys (id, name, secret_hash, scopes, queue_patterns, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, NOW(3), ?)`;
const deleteById = 'DELETE FROM api_keys WHERE id = ?';
const updateLastUsed = `
  UPDATE api_keys SET last_used_at = NOW(3)
  WHERE id = ? AND (last_used_at IS NULL OR last_used_at < NOW(3) - INTERVAL 60 SECOND)`;

const storedScopes = z.array(permission);
const storedPatterns = z.array(queuePattern);

const recordOf = (row: ApiKeyRow): ApiKeyRecord => ({
  id: row.id,
  name: row.name,
  secretHash: row.secret_hash,
  scopes: storedScopes.parse(JSON.parse(row.scopes)),
  queuePatterns: storedPatterns.parse(JSON.parse(row.queue_patterns)),
  createdAtMs: row.created_at.getTime(),
  expiresAtMs: msOrNull(row.expires_at),
  lastUsedAtMs: msOrNull(row.last_used_at),
  hasExpired: Number(row.has_expired) === 1,
});

/** An API key by its id, expired or not; null for none. */
export const findApiKey = async (sql: Sql, id: string): Promise<ApiKeyRecord | null> => {
  const [row] = await sql.rows<ApiKeyRow>(selectById, [id]);
  return row === undefined ? null : recordOf(row);
};

/** API keys, newest first, from after a position. */
export const listApiKeys = async (
  sql: Sql,
  after: ApiKeyPosition | null,
  limit: number,
): Promise<ApiKeyRecord[]> => {
  if (after === null) return (await sql.rows<ApiKeyRow>(selectFirstPage, [limit])).map(recordOf);
  const createdAt = sqlTime(after.createdAtMs);
  const rows = await sql.rows<ApiKeyRow>(selectNextPage, [createdAt, createdAt, after.id, limit]);
  return rows.map(recordOf);
};

/** Stores a key, created now. */
export const insertApiKey = async (sql: Sql, key: NewApiKeyRecord): Promise<void> => {
  await sql.change(insert, [
    key.id,
    key.name,
    key.secretHash,
    JSON.stringify(key.scopes),
    JSON.stringify(key.queuePatterns),
    sqlTimeOrNull(key.expiresAtMs),
  ]);
};

/** Revokes a key; false if there is none. */
export const deleteApiKey = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.change(deleteById, [id])).affectedRows > 0;

/** Notes that a key was used, at most once a minute. */
export const touchApiKey = async (sql: Sql, id: string): Promise<void> => {
  await sql.change(updateLastUsed, [id]);
};
