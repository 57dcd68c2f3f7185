import { role, type Role } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';

/** An operator's local account. */
export interface OperatorRecord {
  readonly username: string;
  readonly passwordHash: string;
  readonly role: Role;
}

interface OperatorRow {
  username: Buffer;
  password_hash: string;
  role: string;
}

const selectByUsername = 'SELECT username, password_hash, role FROM operators WHERE username = ?';
const selectAny = 'SELECT 1 FROM operators LIMIT 1';
const insert = 'INSERT INTO operators (username, password_hash, role, created_at) VALUES (?, ?, ?, NOW(3))';

/** An operator by name, compared byte by byte; null for none. */
export const findOperator = async (sql: Sql, username: string): Promise<OperatorRecord | null> => {
  const [row] = await sql.rows<OperatorRow>(selectByUsername, [Buffer.from(username, 'utf8')]);
  if (row === undefined) return null;
  return {
    username: row.username.toString('utf8'),
    passwordHash: row.password_hash,
    role: role.parse(row.role),
  };
};

/** Whether there is any operator: a fresh installation has none. */
export const hasOperators = async (sql: Sql): Promise<boolean> => (await sql.rows(selectAny)).length > 0;

/** Stores an operator, created now. */
export const insertOperator = async (sql: Sql, operator: OperatorRecord): Promise<void> => {
  await sql.change(insert, [Buffer.from(operator.username, 'utf8'), operator.passwordHash, operator.role]);
};
