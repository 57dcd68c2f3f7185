import { permission, queuePattern, type Permission } from '@spool/contracts';
import { z } from 'zod';
import type { Sql } from '../platform/database/sql.js';
import { msOrNull, sqlTime, sqlTimeOrNull } from './values.js';

/** An API key as stored: its secret is a hash. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly secretHash: Buffer;
  /** The secret before the last rotation, while it still opens; by the database's clock (R15), when it was read. */
  readonly previousSecretHash: Buffer | null;
  readonly previousEndsAtMs: number | null;
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
  previous_secret_hash: Buffer | null;
  previous_ends_at: Date | null;
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
  IF(previous_ends_at > NOW(3), previous_secret_hash, NULL) AS previous_secret_hash,
  IF(previous_ends_at > NOW(3), previous_ends_at, NULL) AS previous_ends_at,
  COALESCE(expires_at <= NOW(3), 0) AS has_expired`;
const selectById = `SELECT ${columns} FROM api_keys WHERE id = ?`;
const selectByIds = `SELECT ${columns} FROM api_keys WHERE id IN (?)`;
const lockById = `${selectById} FOR UPDATE`;
const newestFirst = 'ORDER BY created_at DESC, id DESC LIMIT ?';
const selectFirstPage = `SELECT ${columns} FROM api_keys ${newestFirst}`;
const selectNextPage = `
  SELECT ${columns} FROM api_keys
  WHERE created_at <= ? AND (created_at < ? OR id < ?) ${newestFirst}`;
const insert = `
  INSERT INTO api_keys (id, name, secret_hash, scopes, queue_patterns, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, NOW(3), ?)`;
const rotate = `
  UPDATE api_keys
  SET previous_secret_hash = secret_hash, previous_ends_at = NOW(3) + INTERVAL ? MICROSECOND, secret_hash = ?
  WHERE id = ?`;
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
  previousSecretHash: row.previous_secret_hash,
  previousEndsAtMs: msOrNull(row.previous_ends_at),
  scopes: storedScopes.parse(JSON.parse(row.scopes)),
  queuePatterns: storedPatterns.parse(JSON.parse(row.queue_patterns)),
  createdAtMs: row.created_at.getTime(),
  expiresAtMs: msOrNull(row.expires_at),
  lastUsedAtMs: msOrNull(row.last_used_at),
  hasExpired: Number(row.has_expired) === 1,
});

const one = async (sql: Sql, statement: string, id: string): Promise<ApiKeyRecord | null> => {
  const [row] = await sql.rows<ApiKeyRow>(statement, [id]);
  return row === undefined ? null : recordOf(row);
};

/** An API key by its id, expired or not; null for none. */
export const findApiKey = (sql: Sql, id: string): Promise<ApiKeyRecord | null> => one(sql, selectById, id);

/** API keys by their ids, expired or not; without those that are not there. */
export const findApiKeys = async (sql: Sql, ids: readonly string[]): Promise<Map<string, ApiKeyRecord>> => {
  const rows = await sql.rows<ApiKeyRow>(selectByIds, [ids]);
  return new Map(rows.map((row) => [row.id, recordOf(row)]));
};

/** An API key by its id, held for a change; null for none. */
export const lockApiKey = (sql: Sql, id: string): Promise<ApiKeyRecord | null> => one(sql, lockById, id);

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

/** Gives a key another secret; the one that it had ends after `overlapMs`, one before it at once. */
export const storeNewSecret = async (
  sql: Sql,
  id: string,
  { secretHash, overlapMs }: { readonly secretHash: Buffer; readonly overlapMs: number },
): Promise<void> => {
  await sql.change(rotate, [overlapMs * 1_000, secretHash, id]);
};

/** Revokes a key; false if there is none. */
export const deleteApiKey = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.change(deleteById, [id])).affectedRows > 0;

/** Notes that a key was used, at most once a minute. */
export const touchApiKey = async (sql: Sql, id: string): Promise<void> => {
  await sql.change(updateLastUsed, [id]);
};
