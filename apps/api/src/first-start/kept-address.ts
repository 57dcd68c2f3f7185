import { parseApiKey, secretMatches } from '../platform/auth/api-key-format.js';
import { serviceUrl } from '../platform/config/config.js';
import type { PlatformParts } from '../platform/platform.module.js';
import { findApiKey } from '../store/api-key-store.js';
import { keepCredentials, readCredentials } from './first-credentials-file.js';

const patienceMs = 1_000;

/** Whether anybody speaks HTTP there. */
const isAnswered = async (url: string): Promise<boolean> => {
  try {
    await fetch(new URL('/health/live', url), { signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch {
    return false;
  }
};

const isKeyOfHere = async ({ database }: PlatformParts, text: string): Promise<boolean> => {
  const key = parseApiKey(text);
  if (key === null) return false;
  const record = await database.read((sql) => findApiKey(sql, key.id));
  return record !== null && secretMatches(key.secret, record.secretHash);
};

/**
 * Brings the address in the file of the first start up to date, for the command line and the demo, which look there:
 * a later start may have another port. An address that is answered stays, since another replica may be there; so does
 * the file of another installation, whose key must not come here.
 */
export const keepAddress = async (parts: PlatformParts): Promise<void> => {
  const { config, logger } = parts;
  const url = serviceUrl(config);
  try {
    const kept = await readCredentials(config.dataDirectory);
    if (kept === null || kept.url === url || (await isAnswered(kept.url))) return;
    if (await isKeyOfHere(parts, kept.apiKey)) await keepCredentials(config.dataDirectory, { ...kept, url });
  } catch (error) {
    logger.warn({ err: error }, 'The address in first-credentials.json could not be brought up to date');
  }
};
