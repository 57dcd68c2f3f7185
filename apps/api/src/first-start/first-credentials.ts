import { permission } from '@spool/contracts';
import { actOfSystem } from '../platform/act.js';
import { generateApiKey, hashSecret, parseApiKey, writeApiKey } from '../platform/auth/api-key-format.js';
import { generatePassword, hashPassword } from '../platform/auth/passwords.js';
import { weaknessOf } from '../platform/auth/weak-passwords.js';
import { ConfigError, serviceUrl, type Config } from '../platform/config/config.js';
import type { Database } from '../platform/database/database.js';
import { insertApiKey } from '../store/api-key-store.js';
import { recordAct } from '../store/audit-log-store.js';
import { hasOperators, insertOperator } from '../store/operator-store.js';
import { keepCredentials, type FirstCredentials } from './first-credentials-file.js';

export type { FirstCredentials } from './first-credentials-file.js';

const chooseCredentials = (config: Config): FirstCredentials => ({
  url: serviceUrl(config),
  username: 'admin',
  password: config.adminPassword ?? generatePassword(),
  apiKey: config.apiKey ?? writeApiKey(generateApiKey()),
});

/**
 * Says what is weak about a first password that was given, or nothing. It is taken all the same: who installs Spool
 * decides, and a service that does not start over it helps nobody.
 */
export const weaknessOfGivenPassword = async (
  { adminPassword }: Config,
  { username }: FirstCredentials,
): Promise<string | null> => (adminPassword === null ? null : weaknessOf(adminPassword, username));

const keepOrRefuse = async (directory: string, credentials: FirstCredentials): Promise<void> => {
  try {
    await keepCredentials(directory, credentials);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The first credentials cannot be kept (${why}). Let this user write to ${directory}, or name another folder in SPOOL_DATA_DIR.`,
    );
  }
};

/**
 * On an installation's first start: makes the operator `admin` and an API key with every scope, and keeps both in the
 * data directory. The file is written before the commit, so that no credentials exist that nobody knows. Runs
 * under the migrations' lock. Returns null when there are operators already. Throws a {@link ConfigError} where the
 * data directory cannot be written.
 */
export const makeFirstCredentials = async (
  database: Database,
  config: Config,
): Promise<FirstCredentials | null> => {
  if (await database.read(hasOperators)) return null;
  const credentials = chooseCredentials(config);
  const key = parseApiKey(credentials.apiKey);
  if (key === null) throw new Error('The first API key has not the form of a key.');
  const passwordHash = await hashPassword(credentials.password);
  const operator = { username: credentials.username, role: 'admin', queues: ['*'] } as const;
  const apiKey = { name: 'first key', scopes: permission.options, queues: ['*'] };
  await database.write(async (sql) => {
    const id = await insertOperator(sql, {
      ...operator,
      queuePatterns: operator.queues,
      passwordHash,
      identity: null,
    });
    await insertApiKey(sql, {
      ...apiKey,
      queuePatterns: apiKey.queues,
      id: key.id,
      secretHash: hashSecret(key.secret),
      expiresAtMs: null,
    });
    recordAct(sql, actOfSystem('operator.create'), { target: { type: 'operator', id }, after: operator });
    recordAct(sql, actOfSystem('api-key.create'), { target: { type: 'api-key', id: key.id }, after: apiKey });
    await keepOrRefuse(config.dataDirectory, credentials);
  });
  return credentials;
};
