import type { SslOptions } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';

/** Where the database is, and how connections to it are protected. */
export interface DatabaseServer {
  /** `mysql://user:password@host:port/name`. */
  readonly url: string;
  /** Absent: connections are not encrypted. */
  readonly tls?: SslOptions | undefined;
}

const oldestTls = 'TLSv1.2';

const tlsOf = (config: Config): SslOptions | undefined => {
  if (config.databaseTls === 'off') return undefined;
  return {
    minVersion: oldestTls,
    rejectUnauthorized: config.databaseTls !== 'required',
    verifyIdentity: config.databaseTls === 'verify-identity',
    ...(config.databaseTlsCa === null ? {} : { ca: config.databaseTlsCa }),
    ...(config.databaseTlsCert === null ? {} : { cert: config.databaseTlsCert }),
    ...(config.databaseTlsKey === null ? {} : { key: config.databaseTlsKey }),
  };
};

/** The database that the settings name. */
export const databaseServerOf = (config: Config): DatabaseServer => ({
  url: config.databaseUrl,
  tls: tlsOf(config),
});

/** The server that a data source was connected to. */
export const serverOf = ({ options }: DataSource): DatabaseServer => ({
  url: 'url' in options && options.url !== undefined ? options.url : '',
  ...('ssl' in options && typeof options.ssl === 'object' ? { tls: options.ssl as SslOptions } : {}),
});

/** How the driver is told to connect to a server. */
export const connectionTo = ({
  url,
  tls,
}: DatabaseServer): { readonly uri: string; readonly ssl?: SslOptions } => ({
  uri: url,
  ...(tls === undefined ? {} : { ssl: tls }),
});
