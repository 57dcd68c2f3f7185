import { createConnection, type Connection, type ConnectionOptions } from 'mysql2/promise';
import { connectionTo, type DatabaseServer } from './database-server.js';
import { tlsRefusalOf } from './tls-refusal.js';

/** Opens a connection outside any pool. Throws a ConfigError where the settings of TLS keep it from being made. */
export const connect = async (
  server: DatabaseServer,
  options: Pick<ConnectionOptions, 'connectTimeout'> = {},
): Promise<Connection> => {
  try {
    return await createConnection({ ...connectionTo(server), ...options });
  } catch (error) {
    throw tlsRefusalOf(error) ?? error;
  }
};
