import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';

/** A fresh, empty database on the test server. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const serverUrl = (): URL => {
  const text = process.env['SPOOL_TEST_DATABASE_URL'];
  if (text === undefined || text === '') {
    throw new Error('Set SPOOL_TEST_DATABASE_URL, such as mysql://root@127.0.0.1:3306/ (npm test does it).');
  }
  return new URL(text);
};

const run = async (server: URL, statement: string): Promise<void> => {
  const connection = await createConnection({ uri: server.href });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
};

/** Creates a database of a random name under `SPOOL_TEST_DATABASE_URL`. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const server = serverUrl();
  server.pathname = '/';
  const name = `spool_test_${randomBytes(6).toString('hex')}`;
  await run(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `DROP DATABASE IF EXISTS ${name}`) };
};
