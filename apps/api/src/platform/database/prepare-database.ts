import { setTimeout as pause } from 'node:timers/promises';
import { readSchema, type Schema } from '../../store/schema-store.js';
import { ConfigError } from '../config/config.js';
import { readServerNature } from './data-source.js';
import { troubleOf } from './database-error.js';
import type { DatabaseServer } from './database-server.js';
import { Database } from './database.js';
import { migrateUp, underMigrationLock } from './migrating.js';
import { requireRowLocks } from './row-lock-probe.js';

const waitPauseMs = 250;
/** Access denied and unknown database: waiting does not help. */
const finalRefusals = new Set<unknown>([1044, 1045, 1049]);

const mayPass = (error: unknown): boolean => {
  if (error instanceof Error && finalRefusals.has(Reflect.get(error, 'errno'))) return false;
  const trouble = troubleOf(error);
  return trouble === 'unreachable' || trouble === 'connection-lost';
};

/** What keeps a start from its database, in the server's own words and ours. */
const unusable = (error: unknown): ConfigError => {
  if (error instanceof ConfigError) return error;
  return new ConfigError(
    `The database of DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
      'Check its address, user and password, whether it asks for TLS (SPOOL_DATABASE_TLS), and that the database exists (CREATE DATABASE spool CHARACTER SET utf8mb4).',
    { cause: error },
  );
};

const waitForServer = async (server: DatabaseServer, waitMs: number): Promise<void> => {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      await readServerNature(server);
      return;
    } catch (error) {
      if (!mayPass(error) || performance.now() >= deadline) throw unusable(error);
      await pause(waitPauseMs);
    }
  }
};

/** What to prepare, and how. */
export interface Preparation {
  readonly server: DatabaseServer;
  /** How long to wait for a server that does not answer yet. */
  readonly waitMs: number;
  /** Whether to run what migrations are missing, or to refuse a database that lacks some; default: to run them. */
  readonly migrates?: boolean;
  /** Runs after the migrations and under their lock, on one replica at a time. */
  readonly afterMigrations: (database: Database) => Promise<void>;
}

const requireCompatible = ({ newer, isTooNew }: Schema): void => {
  if (!isTooNew) return;
  throw new ConfigError(
    `The database has a schema that this version cannot serve with (${newer.join(', ')}): start a newer version.`,
  );
};

const requireCurrent = ({ missing }: Schema): void => {
  if (missing.length === 0) return;
  throw new ConfigError(
    `The database lacks migrations (${missing.join(', ')}), and SPOOL_MIGRATIONS is "manual": ` +
      'run node apps/api/dist/migrate.js up.',
  );
};

/**
 * Makes the database ready to serve: waits for it, runs what migrations are missing, on one replica at a time, and
 * refuses a server that does not lock rows and a schema that is too new.
 */
export const prepareDatabase = async (preparation: Preparation): Promise<void> => {
  const { server, waitMs, migrates = true, afterMigrations } = preparation;
  await waitForServer(server, waitMs);
  await underMigrationLock(server, async (dataSource) => {
    await requireRowLocks(dataSource);
    const database = new Database(dataSource);
    const schema = await database.read(readSchema);
    requireCompatible(schema);
    if (migrates) await migrateUp(dataSource);
    else requireCurrent(schema);
    await afterMigrations(database);
  });
};
