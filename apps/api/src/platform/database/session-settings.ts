import mysql from 'mysql2';

/** A stalled replica's locks go with its connection after this long. */
const waitTimeoutSeconds = 20;
/** How long one statement waits for a lock. */
const lockWaitTimeoutSeconds = 3;

/** What every connection is set to before its first statement. */
export const sessionStatements: readonly string[] = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = ${lockWaitTimeoutSeconds}, ` +
    // MariaDB would turn a list of a thousand keys into a join of its own design.
    `/*M!100307 in_predicate_conversion_threshold = 0, */ ` +
    `wait_timeout = ${waitTimeoutSeconds}, sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'`,
];

/**
 * In a Galera cluster a transaction begins by waiting until its node has applied what was committed before on any: else
 * a new writer would refuse leases of the old one that it has yet to hear of.
 */
export const clusterStatements: readonly string[] = ['SET SESSION wsrep_sync_wait = 1'];

/**
 * The driver that TypeORM is given: mysql2, whose pools set up each connection as it is made.
 * A hook attached after `initialize()` would miss the first connection.
 */
export const driverWithSessionSettings = (statements: readonly string[]) => ({
  ...mysql,
  createPool(options: mysql.PoolOptions): mysql.Pool {
    const pool = mysql.createPool(options);
    pool.on('connection', (connection) => {
      for (const statement of statements) {
        connection.query(statement, (error) => {
          if (error !== null) connection.destroy();
        });
      }
    });
    return pool;
  },
});
