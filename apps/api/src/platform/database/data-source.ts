import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Migration } from '../../store/migrations/index.js';
import { connect } from './connect.js';
import type { DatabaseServer } from './database-server.js';
import { clusterStatements, driverWithSessionSettings, sessionStatements } from './session-settings.js';

/** Where the database is and how many connections to hold. */
export interface DatabaseAddress extends DatabaseServer {
  readonly poolSize: number;
}

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 10_000;

/** What a server is, as far as it must be treated differently. */
export interface ServerNature {
  readonly kind: 'mariadb' | 'mysql';
  /** Whether it is a node of a Galera cluster. */
  readonly isClustered: boolean;
}

/** Asks the server what it is. Throws a ConfigError where the settings of TLS do not let it. */
export const readServerNature = async (server: DatabaseServer): Promise<ServerNature> => {
  const connection = await connect(server, { connectTimeout: connectTimeoutMs });
  try {
    const [version] = await connection.query('SELECT VERSION() AS version');
    const [cluster] = await connection.query("SHOW VARIABLES LIKE 'wsrep_on'");
    return {
      kind: /mariadb/i.test(JSON.stringify(version)) ? 'mariadb' : 'mysql',
      isClustered: /"ON"/.test(JSON.stringify(cluster)),
    };
  } finally {
    await connection.end();
  }
};

/** How to connect to a server of a nature. */
export const optionsFor = (
  { kind, isClustered }: ServerNature,
  address: DatabaseAddress,
  migrations: readonly Migration[] = [],
): DataSourceOptions => ({
  type: kind,
  url: address.url,
  ...(address.tls === undefined ? {} : { ssl: address.tls }),
  driver: driverWithSessionSettings([...sessionStatements, ...(isClustered ? clusterStatements : [])]),
  poolSize: address.poolSize,
  timezone: 'Z',
  charset: 'utf8mb4',
  supportBigNumbers: true,
  bigNumberStrings: true,
  // A node of a cluster runs what stands behind an aborted statement in its packet outside of any transaction (ADR 34).
  multipleStatements: !isClustered,
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
  const nature = await readServerNature(address);
  return await new DataSource(optionsFor(nature, address, migrations)).initialize();
};

/** How many statements may travel together to what a data source is connected with. */
export const mostStatementsAtOnce = ({ options }: Pick<DataSource, 'options'>): number =>
  'multipleStatements' in options && options.multipleStatements ? Number.POSITIVE_INFINITY : 1;
