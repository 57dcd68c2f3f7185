import { queuePatterns, role, type Role } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { bytesOrNull, msOrNull, textOrNull } from './values.js';

/** Who an operator is where it signs in by OpenID Connect. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** An operator as stored. */
export interface OperatorRecord {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly queuePatterns: readonly string[];
  readonly isEnabled: boolean;
  /** Null where it signs in elsewhere. */
  readonly passwordHash: string | null;
  /** Null for a local account. */
  readonly identity: Identity | null;
  readonly createdAtMs: number;
  readonly lastSignedInAtMs: number | null;
  /** Null while the password is the one that it was made with. */
  readonly passwordChangedAtMs: number | null;
}

/** An operator to store: enabled, never signed in. */
export type NewOperatorRecord = Pick<
  OperatorRecord,
  'username' | 'role' | 'queuePatterns' | 'passwordHash' | 'identity'
>;

interface OperatorRow {
  id: number;
  username: Buffer;
  password_hash: string | null;
  role: string;
  queue_patterns: string;
  enabled: number;
  issuer: Buffer | null;
  subject: Buffer | null;
  created_at: Date;
  last_signed_in_at: Date | null;
  password_changed_at: Date | null;
}

const columns =
  'id, username, password_hash, role, queue_patterns, enabled, issuer, subject, created_at, last_signed_in_at, password_changed_at';
const selectAll = `SELECT ${columns} FROM operators`;
const selectByUsername = `${selectAll} WHERE username = ?`;
const selectById = `${selectAll} WHERE id = ?`;
const selectByIdentity = `${selectAll} WHERE issuer = ? AND subject = ?`;
const selectPage = `${selectAll} WHERE username > ? ORDER BY username LIMIT ?`;
const lockAll = `${selectAll} ORDER BY username FOR UPDATE`;
const selectAny = 'SELECT 1 FROM operators LIMIT 1';
const insert = `
  INSERT INTO operators (username, password_hash, role, queue_patterns, issuer, subject, created_at)
  VALUES (?, ?, ?, ?, ?, ?, NOW(3))`;
const updateRights = 'UPDATE operators SET role = ?, queue_patterns = ?, enabled = ? WHERE id = ?';
const updatePassword = 'UPDATE operators SET password_hash = ?, password_changed_at = NOW(3) WHERE id = ?';
const lockUnchanged =
  'SELECT 1 FROM operators WHERE id = ? AND password_hash <=> ? AND enabled = 1 FOR UPDATE';
const updateSignedIn = 'UPDATE operators SET last_signed_in_at = NOW(3) WHERE id = ?';
const deleteById = 'DELETE FROM operators WHERE id = ?';

const identityOf = ({ issuer, subject }: OperatorRow): Identity | null => {
  const [issuerText, subjectText] = [textOrNull(issuer), textOrNull(subject)];
  return issuerText === null || subjectText === null ? null : { issuer: issuerText, subject: subjectText };
};

const recordOf = (row: OperatorRow): OperatorRecord => ({
  id: String(row.id),
  username: row.username.toString('utf8'),
  role: role.parse(row.role),
  queuePatterns: queuePatterns.parse(JSON.parse(row.queue_patterns)),
  isEnabled: row.enabled === 1,
  passwordHash: row.password_hash,
  identity: identityOf(row),
  createdAtMs: row.created_at.getTime(),
  lastSignedInAtMs: msOrNull(row.last_signed_in_at),
  passwordChangedAtMs: msOrNull(row.password_changed_at),
});

const one = async (
  sql: Sql,
  statement: string,
  parameters: readonly unknown[],
): Promise<OperatorRecord | null> => {
  const [row] = await sql.rows<OperatorRow>(statement, parameters);
  return row === undefined ? null : recordOf(row);
};

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

/** An operator by name, compared byte by byte; null for none. */
export const findOperator = (sql: Sql, username: string): Promise<OperatorRecord | null> =>
  one(sql, selectByUsername, [bytes(username)]);

/** An operator by its id; null for none. */
export const findOperatorById = (sql: Sql, id: string): Promise<OperatorRecord | null> =>
  one(sql, selectById, [id]);

/** The operator whom an issuer of OpenID Connect names so; null for none. */
export const findOperatorByIdentity = (
  sql: Sql,
  { issuer, subject }: Identity,
): Promise<OperatorRecord | null> => one(sql, selectByIdentity, [bytes(issuer), bytes(subject)]);

/** Operators by name, from after one. */
export const listOperators = async (
  sql: Sql,
  afterUsername: string,
  limit: number,
): Promise<OperatorRecord[]> =>
  (await sql.rows<OperatorRow>(selectPage, [bytes(afterUsername), limit])).map(recordOf);

/** All operators, held: who changes one must see that an administrator remains. */
export const lockOperators = async (sql: Sql): Promise<OperatorRecord[]> =>
  (await sql.rows<OperatorRow>(lockAll)).map(recordOf);

/** Whether there is any operator: a fresh installation has none. */
export const hasOperators = async (sql: Sql): Promise<boolean> => (await sql.rows(selectAny)).length > 0;

/** Stores an operator, created now; its id. A name that is taken raises the database's duplicate-key error. */
export const insertOperator = async (sql: Sql, operator: NewOperatorRecord): Promise<string> => {
  const { insertId } = await sql.change(insert, [
    bytes(operator.username),
    operator.passwordHash,
    operator.role,
    JSON.stringify(operator.queuePatterns),
    bytesOrNull(operator.identity?.issuer ?? null),
    bytesOrNull(operator.identity?.subject ?? null),
  ]);
  return insertId;
};

/** Stores what an operator may do. */
export const storeRights = async (
  sql: Sql,
  { id, role: newRole, queuePatterns: patterns, isEnabled }: OperatorRecord,
): Promise<void> => {
  await sql.change(updateRights, [newRole, JSON.stringify(patterns), isEnabled ? 1 : 0, id]);
};

/** Stores an operator's new password, changed now. */
export const storePassword = async (sql: Sql, id: string, passwordHash: string): Promise<void> => {
  await sql.change(updatePassword, [passwordHash, id]);
};

/**
 * Holds an operator as it was read, so that whoever bars it or changes its password comes before or after; false if
 * somebody has done so since.
 */
export const holdUnchanged = async (
  sql: Sql,
  { id, passwordHash }: Pick<OperatorRecord, 'id' | 'passwordHash'>,
): Promise<boolean> => (await sql.rows(lockUnchanged, [id, passwordHash])).length > 0;

/** Notes that an operator has just signed in, unless it was barred or its password changed since it was read: then false. */
export const noteSignedIn = async (sql: Sql, operator: OperatorRecord): Promise<boolean> => {
  if (!(await holdUnchanged(sql, operator))) return false;
  await sql.change(updateSignedIn, [operator.id]);
  return true;
};

/** Removes an operator. */
export const deleteOperator = async (sql: Sql, id: string): Promise<void> => {
  await sql.change(deleteById, [id]);
};
