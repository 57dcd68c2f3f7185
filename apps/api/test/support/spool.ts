import './patience.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication, type SpoolApplication } from '../../src/create-application.js';
import { generateApiKey, writeApiKey } from '../../src/platform/auth/api-key-format.js';
import { readConfig, type Config } from '../../src/platform/config/config.js';
import type { Database } from '../../src/platform/database/database.js';
import { callerOf, type Call } from '@spool/test-bed/caller.js';
import { createTestDatabase } from './test-database.js';

/** The password of the operator `admin` in tests. */
export const adminPassword = 'correct horse battery';

/** What a test may change of the installation that it starts. */
export interface TestSpoolOptions {
  /** Environment variables, as an operator would set them. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** One replica in this process, over a database of its own. */
export interface TestSpool {
  readonly url: string;
  /** A key with every scope on every queue. */
  readonly apiKey: string;
  readonly databaseUrl: string;
  readonly dataDirectory: string;
  readonly config: Config;
  readonly application: SpoolApplication;
  /** The replica's own way to the database. */
  readonly database: Database;
  /** Calls with {@link apiKey}. */
  readonly call: Call;
  /** Calls without credentials. */
  readonly callAnonymously: Call;
  /** Calls with another key. */
  callWith(apiKey: string): Call;
  /** Starts another replica in this process over the same database; it ends with this one. */
  startSibling(): Promise<TestSibling>;
  /** Ends the replica and drops its database. */
  close(): Promise<void>;
}

/** A further replica of an installation. */
export interface TestSibling {
  readonly url: string;
  readonly application: SpoolApplication;
  callWith(apiKey: string): Call;
  readonly call: Call;
  close(): Promise<void>;
}

const anyFreePort = 0;

const configFor = (environment: Readonly<Record<string, string>>): Config => ({
  ...readConfig(environment),
  port: anyFreePort,
});

const startOne = async (config: Config, apiKey: string): Promise<TestSibling> => {
  const application = await createApplication(config);
  const url = await application.listen();
  let closing: Promise<void> | undefined;
  return {
    url,
    application,
    callWith: (key) => callerOf(url, key),
    call: callerOf(url, apiKey),
    close: () => (closing ??= application.close()),
  };
};

/** Starts a fresh installation: its own database, migrated, with a known API key. Close it in `afterAll`. */
export const startSpool = async (options: TestSpoolOptions = {}): Promise<TestSpool> => {
  const testDatabase = await createTestDatabase();
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'spool-test-'));
  const apiKey = writeApiKey(generateApiKey());
  const config = configFor({
    DATABASE_URL: testDatabase.url,
    SPOOL_DATA_DIR: dataDirectory,
    SPOOL_API_KEY: apiKey,
    SPOOL_ADMIN_PASSWORD: adminPassword,
    SPOOL_LOG_LEVEL: 'error',
    ...options.environment,
  });
  const first = await startOne(config, apiKey);
  const siblings: TestSibling[] = [];
  return {
    ...first,
    apiKey,
    config,
    dataDirectory,
    databaseUrl: testDatabase.url,
    database: first.application.parts.database,
    callAnonymously: callerOf(first.url, null),
    startSibling: async () => {
      const sibling = await startOne(config, apiKey);
      siblings.push(sibling);
      return sibling;
    },
    close: async () => {
      await Promise.all([first, ...siblings].map((replica) => replica.close()));
      await testDatabase.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};
