import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { wrongUsage } from './failure.js';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly apiKeyFile?: string;
  readonly json?: true;
}

/** Where Spool is, and the key to call it with; without one only its health answers. */
export interface Settings {
  readonly url: string;
  readonly apiKey: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const usualUrl = 'http://127.0.0.1:3000';
const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

interface WrittenCredentials {
  readonly url: string;
  readonly apiKey: string;
}

const isWritten = (value: unknown): value is WrittenCredentials =>
  typeof value === 'object' &&
  value !== null &&
  'url' in value &&
  typeof value.url === 'string' &&
  'apiKey' in value &&
  typeof value.apiKey === 'string';

/** What the first start wrote down, where this is its folder; null elsewhere. */
const readFirstCredentials = async (environment: Environment): Promise<WrittenCredentials | null> => {
  const file = path.join(environment['SPOOL_DATA_DIR'] ?? '.data', 'first-credentials.json');
  try {
    const written: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isWritten(written) ? written : null;
  } catch {
    return null;
  }
};

const readKeyFile = async (file: string): Promise<string> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw wrongUsage(`The file of the API key cannot be read: ${String(error)}.`);
  });
  return text.trim();
};

const checkUrl = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw wrongUsage(`"${url}" is no address of Spool: give one such as ${usualUrl}.`);
  return withoutSlash(url);
};

/**
 * Finds address and key: options go before the environment, and that before the file of the first start, whose key is
 * sent to the address that stands in it and to no other.
 */
export const readSettings = async (options: GlobalOptions, environment: Environment): Promise<Settings> => {
  const written = await readFirstCredentials(environment);
  const url = checkUrl(options.url ?? environment['SPOOL_URL'] ?? written?.url ?? usualUrl);
  if (options.apiKeyFile !== undefined) return { url, apiKey: await readKeyFile(options.apiKeyFile) };
  const isOfTheFile = written !== null && withoutSlash(written.url) === url;
  return { url, apiKey: environment['SPOOL_API_KEY'] ?? (isOfTheFile ? written.apiKey : undefined) };
};
