import { createConnection } from 'mysql2/promise';

/** A MariaDB or MySQL that runs for the measurement alone. */
export interface SqlServer {
  readonly kind: 'mariadb' | 'mysql';
  readonly version: string;
  /** Of root, without a database's name. */
  readonly rootUrl: string;
}

const cacheBytes = 1024 ** 3;
const redoBytes = 1024 ** 3;
const redoSetting = { mariadb: 'innodb_log_file_size', mysql: 'innodb_redo_log_capacity' };

const runStatements = async (url: string, statements: readonly string[]): Promise<void> => {
  const connection = await createConnection({ uri: url });
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
};

/** Gives the server as much memory as PostgreSQL gets; commits stay durable. */
export const tuneSqlServer = ({ kind, rootUrl }: SqlServer): Promise<void> =>
  runStatements(rootUrl, [
    `SET GLOBAL innodb_buffer_pool_size = ${cacheBytes}`,
    `SET GLOBAL ${redoSetting[kind]} = ${redoBytes}`,
    'SET GLOBAL innodb_flush_log_at_trx_commit = 1',
  ]);

/** Makes an empty database; its address. */
export const createSqlDatabase = async ({ rootUrl }: SqlServer, name: string): Promise<string> => {
  await runStatements(rootUrl, [`CREATE DATABASE ${name} CHARACTER SET utf8mb4`]);
  return `${rootUrl}${name}`;
};

export const dropSqlDatabase = ({ rootUrl }: SqlServer, name: string): Promise<void> =>
  runStatements(rootUrl, [`DROP DATABASE ${name}`]);
