import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { permission } from '@spool/contracts';
import { generateApiKey, hashSecret, parseApiKey, writeApiKey } from '../platform/auth/api-key-format.js';
import { generatePassword, hashPassword } from '../platform/auth/passwords.js';
import { serviceUrl, type Config } from '../platform/config/config.js';
import type { Database } from '../platform/database/database.js';
import { insertApiKey } from '../store/api-key-store.js';
import { hasOperators, insertOperator } from '../store/operator-store.js';

/** The first operator and the first API key, as they are printed and kept once. */
export interface FirstCredentials {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly apiKey: string;
}

const fileName = 'first-credentials.json';
const ownerOnly = 0o600;

const chooseCredentials = (config: Config): FirstCredentials => ({
  url: serviceUrl(config),
  username: 'admin',
  password: config.adminPassword ?? generatePassword(),
  apiKey: config.apiKey ?? writeApiKey(generateApiKey()),
});

/** Writes whole or not at all: a reader never sees half a file, nor one that others may read. */
const keepCredentials = async (directory: string, credentials: FirstCredentials): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const temporary = path.join(directory, `${fileName}.${randomUUID()}`);
  await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: ownerOnly });
  await chmod(temporary, ownerOnly);
  await rename(temporary, path.join(directory, fileName));
};

/**
 * On an installation's first start: makes the operator `admin` and an API key with every scope, and keeps both in the
 * data directory. The file is written before the commit, so that no credentials exist that nobody knows. Runs
 * under the migrations' lock. Returns null when there are operators already.
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
  await database.write(async (sql) => {
    await insertOperator(sql, { username: credentials.username, passwordHash, role: 'admin' });
    await insertApiKey(sql, {
      id: key.id,
      name: 'first key',
      secretHash: hashSecret(key.secret),
      scopes: permission.options,
      queuePatterns: ['*'],
      expiresAtMs: null,
    });
    await keepCredentials(config.dataDirectory, credentials);
  });
  return credentials;
};
