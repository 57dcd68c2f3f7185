import type { Sql } from '../platform/database/sql.js';
import { keyValues } from './by-key.js';

/** How often a subject tried within its window, and when that ends. */
export interface CountedAttempts {
  readonly attempts: number;
  readonly windowEndsInMs: number;
}

const windowMinutes = 15;
const isOver = `began_at <= NOW(3) - INTERVAL ${windowMinutes} MINUTE`;
const upsert = (subjects: number): string => `
  INSERT INTO sign_in_attempts (subject, began_at, attempts)
  VALUES ${Array.from({ length: subjects }, () => '(?, NOW(3), 1)').join(', ')}
  ON DUPLICATE KEY UPDATE attempts = IF(${isOver}, 1, attempts + 1), began_at = IF(${isOver}, NOW(3), began_at)`;
const selectCounts = `
  SELECT LOWER(HEX(subject)) AS subject, attempts,
    TIMESTAMPDIFF(MICROSECOND, NOW(3), began_at + INTERVAL ${windowMinutes} MINUTE) DIV 1000 AS ends_in_ms
  FROM sign_in_attempts WHERE subject IN (?)`;
const forget = 'DELETE FROM sign_in_attempts WHERE subject = ?';
const takeBack = 'UPDATE sign_in_attempts SET attempts = attempts - 1 WHERE subject IN (?) AND attempts > 0';
const deleteOld = `DELETE FROM sign_in_attempts WHERE ${isOver} ORDER BY began_at LIMIT ?`;

/** Counts an attempt of each subject (a SHA-256 in hexadecimal) in windows of 15 minutes; how many there are now. */
export const countAttempts = async (
  sql: Sql,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, CountedAttempts>> => {
  const keys = keyValues(subjects);
  await sql.change(upsert(keys.length), keys);
  const rows = await sql.rows<{ subject: string; attempts: number; ends_in_ms: number | string }>(
    selectCounts,
    [keys],
  );
  return new Map(
    rows.map(({ subject, attempts, ends_in_ms: endsInMs }) => [
      subject,
      { attempts, windowEndsInMs: Number(endsInMs) },
    ]),
  );
};

/** Forgets a subject's attempts. */
export const forgetAttempts = async (sql: Sql, subject: string): Promise<void> => {
  await sql.change(forget, keyValues([subject]));
};

/** Takes one attempt of each subject back. */
export const takeBackAttempt = async (sql: Sql, subjects: readonly string[]): Promise<void> => {
  await sql.change(takeBack, [keyValues(subjects)]);
};

/** Forgets attempts whose window is over; tells how many subjects. */
export const pruneSignInAttempts = async (sql: Sql, limit: number): Promise<number> =>
  (await sql.change(deleteOld, [limit])).affectedRows;
