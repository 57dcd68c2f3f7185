import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { connect } from './connect.js';
import type { DatabaseServer } from './database-server.js';
import { troubleOf } from './database-error.js';
import { sessionStatements } from './session-settings.js';

const createTable = `
  CREATE TABLE IF NOT EXISTS migration_lock (id TINYINT NOT NULL, PRIMARY KEY (id))
  ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`;
const selectRow = 'SELECT id FROM migration_lock WHERE id = 1';
const insertRow = 'INSERT IGNORE INTO migration_lock (id) VALUES (1)';
const lockRow = `${selectRow} FOR UPDATE`;
/** Well below the session's wait_timeout, after which the server would end the connection and free the lock. */
const keepAliveMs = 5_000;
const retryPauseMs = 100;

const hasRow = async (connection: Connection): Promise<boolean> => {
  const [rows] = await connection.query(selectRow);
  return Array.isArray(rows) && rows.length > 0;
};

const lockWaiting = async (connection: Connection): Promise<void> => {
  for (;;) {
    try {
      await connection.beginTransaction();
      await connection.query(lockRow);
      return;
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble !== 'lock-timeout' && trouble !== 'deadlock') throw error;
      await connection.rollback();
      await pause(retryPauseMs);
    }
  }
};

/**
 * Keeps other replicas from migrating at the same time: a row lock on a connection of its own, which a killed
 * replica loses at once and a stalled one within the session's wait_timeout.
 */
export class MigrationLock {
  private readonly keepAlive: NodeJS.Timeout;

  private constructor(private readonly connection: Connection) {
    this.keepAlive = setInterval(() => void connection.query('SELECT 1').catch(() => undefined), keepAliveMs);
  }

  /** Waits for the lock, however long another replica migrates. */
  static async acquire(server: DatabaseServer): Promise<MigrationLock> {
    const connection = await connect(server);
    try {
      for (const statement of sessionStatements) await connection.query(statement);
      await connection.query(createTable);
      if (!(await hasRow(connection))) await connection.query(insertRow);
      await lockWaiting(connection);
      return new MigrationLock(connection);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** Gives the lock back. */
  async release(): Promise<void> {
    clearInterval(this.keepAlive);
    await this.connection.end();
  }
}
