/** The accounts of the private database, random and kept in a file that only their owner can read. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ database: string, user: string, password: string, rootPassword: string }} Credentials */

/**
 * @param {string} directory
 * @returns {Credentials} those of the last time, or new ones
 */
export function loadCredentials(directory) {
  const file = path.join(directory, 'credentials.json');
  if (existsSync(file)) return /** @type {Credentials} */ (JSON.parse(readFileSync(file, 'utf8')));
  const random = () => randomBytes(24).toString('hex');
  const credentials = { database: 'spool', user: 'spool', password: random(), rootPassword: random() };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return credentials;
}

/**
 * SQL, the same for both kinds of server and harmless to repeat, that leaves these accounts and no other way in.
 *
 * @param {Credentials} credentials
 * @returns {string[]}
 */
export function accountStatements({ database, user, password, rootPassword }) {
  return [
    `CREATE DATABASE IF NOT EXISTS ${database} CHARACTER SET utf8mb4`,
    `CREATE USER IF NOT EXISTS '${user}'@'127.0.0.1' IDENTIFIED BY '${password}'`,
    `ALTER USER '${user}'@'127.0.0.1' IDENTIFIED BY '${password}'`,
    `GRANT ALL PRIVILEGES ON ${database}.* TO '${user}'@'127.0.0.1'`,
    `ALTER USER 'root'@'localhost' IDENTIFIED BY '${rootPassword}'`,
    "DROP USER IF EXISTS 'root'@'127.0.0.1', 'root'@'::1'",
  ];
}

/**
 * @param {Credentials} credentials
 * @param {number} port
 */
export function databaseUrl({ database, user, password }, port) {
  return `mysql://${user}:${password}@127.0.0.1:${port}/${database}`;
}
