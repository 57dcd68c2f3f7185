import { createConnection } from 'mysql2/promise';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Migration } from '../../store/migrations/index.js';
import { driverWithSessionSettings } from './session-settings.js';

/** Where the database is and how many connections to hold. */
export interface DatabaseAddress {
  /** `mysql://user:password@host:port/name`. */
  readonly url: string;
  readonly poolSize: number;
}

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 10_000;

/** Asks the server what it is: TypeORM treats MariaDB and MySQL differently. */
export const readServerKind = async (url: string): Promise<'mariadb' | 'mysql'> => {
  const connection = await createConnection({ uri: url, connectTimeout: connectTimeoutMs });
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version');
    return /mariadb/i.test(JSON.stringify(rows)) ? 'mariadb' : 'mysql';
  } finally {
    await connection.end();
  }
};

const optionsFor = (
  type: 'mariadb' | 'mysql',
  address: DatabaseAddress,
  migrations: readonly Migration[],
): DataSourceOptions => ({
  type,
  url: address.url,
  driver: driverWithSessionSettings,
  poolSize: address.poolSize,
  timezone: 'Z',
  charset: 'utf8mb4',
  supportBigNumbers: true,
  bigNumberStrings: true,
  multipleStatements: true,
  connectTimeout: connectTimeoutMs,
  synchronize: false,
  logging: false,
  entities: [],
  migrations: [...migrations],
  extra: {
    connectionLimit: address.poolSize,
    maxIdle: Math.max(1, address.poolSize - 1),
    idleTimeout: idleTimeoutMs,
    enableKeepAlive: true,
  },
});

/** Connects to the database, whichever of the two servers it is; `migrations` are those that it may be told to run. */
export const connectDataSource = async (
  address: DatabaseAddress,
  migrations: readonly Migration[] = [],
): Promise<DataSource> => {
  const type = await readServerKind(address.url);
  return await new DataSource(optionsFor(type, address, migrations)).initialize();
};

/** The address that a data source was connected with. */
export const urlOf = ({ options }: DataSource): string =>
  'url' in options && options.url !== undefined ? options.url : '';
