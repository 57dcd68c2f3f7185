import { setTimeout as pause } from 'node:timers/promises';
import { migrations } from '../../store/migrations/index.js';
import { ConfigError } from '../config/config.js';
import { connectDataSource, readServerKind } from './data-source.js';
import { troubleOf } from './database-error.js';
import { Database } from './database.js';
import { MigrationLock } from './migration-lock.js';
import { requireRowLocks } from './row-lock-probe.js';

const waitPauseMs = 250;
/** Access denied and unknown database: waiting does not help. */
const finalRefusals = new Set<unknown>([1044, 1045, 1049]);
const preparationPoolSize = 2;

const mayPass = (error: unknown): boolean => {
  if (error instanceof Error && finalRefusals.has(Reflect.get(error, 'errno'))) return false;
  const trouble = troubleOf(error);
  return trouble === 'unreachable' || trouble === 'connection-lost';
};

/** What keeps a start from its database, in the server's own words and ours. */
const unusable = (error: unknown): ConfigError =>
  new ConfigError(
    `The database of DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
      'Check its address, user and password, and that the database exists (CREATE DATABASE spool CHARACTER SET utf8mb4).',
    { cause: error },
  );

const waitForServer = async (url: string, waitMs: number): Promise<void> => {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      await readServerKind(url);
      return;
    } catch (error) {
      if (!mayPass(error) || performance.now() >= deadline) throw unusable(error);
      await pause(waitPauseMs);
    }
  }
};

/** What to prepare, and how. */
export interface Preparation {
  readonly databaseUrl: string;
  /** How long to wait for a server that does not answer yet. */
  readonly waitMs: number;
  /** Runs after the migrations and under their lock, on one replica at a time. */
  readonly afterMigrations: (database: Database) => Promise<void>;
}

/**
 * Makes the database ready to serve: waits for it, runs what migrations are missing, on one replica at a time, and
 * refuses a server that does not lock rows.
 */
export const prepareDatabase = async ({
  databaseUrl,
  waitMs,
  afterMigrations,
}: Preparation): Promise<void> => {
  await waitForServer(databaseUrl, waitMs);
  const lock = await MigrationLock.acquire(databaseUrl);
  try {
    const dataSource = await connectDataSource(
      { url: databaseUrl, poolSize: preparationPoolSize },
      migrations,
    );
    try {
      await requireRowLocks(dataSource);
      await dataSource.runMigrations({ transaction: 'none' });
      await afterMigrations(new Database(dataSource));
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.release();
  }
};
