import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Where Spool runs, and a key that may do everything the demo does. */
export interface Settings {
  readonly url: string;
  readonly apiKey: string;
}

/** Reads SPOOL_URL and SPOOL_API_KEY, else what the first start wrote down. Throws an error that says what to do. */
export const readSettings = async (): Promise<Settings> => {
  const { SPOOL_URL: url, SPOOL_API_KEY: apiKey, SPOOL_DATA_DIR: dataDirectory = '.data' } = process.env;
  if (url !== undefined && apiKey !== undefined) return { url, apiKey };
  const file = path.join(dataDirectory, 'first-credentials.json');
  try {
    // The file was written by Spool's first start.
    const written = JSON.parse(await readFile(file, 'utf8')) as Settings;
    return { url: url ?? written.url, apiKey: apiKey ?? written.apiKey };
  } catch (cause) {
    throw new Error(`There is no ${file}: set SPOOL_URL and SPOOL_API_KEY.`, { cause });
  }
};
