import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** The first operator and the first API key, as they are printed and kept once. */
export interface FirstCredentials {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly apiKey: string;
}

/** What the file holds: the password leaves it when it is changed. */
export type KeptCredentials = Omit<FirstCredentials, 'password'> & { readonly password?: string | undefined };

const fileName = 'first-credentials.json';
const ownerOnly = 0o600;
const kept = z.object({
  url: z.string(),
  username: z.string(),
  password: z.string().optional(),
  apiKey: z.string(),
});

/** Writes whole or not at all: a reader never sees half a file, nor one that others may read. */
export const keepCredentials = async (directory: string, credentials: KeptCredentials): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const temporary = path.join(directory, `${fileName}.${randomUUID()}`);
  await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: ownerOnly });
  await chmod(temporary, ownerOnly);
  await rename(temporary, path.join(directory, fileName));
};

/** What the file holds; null where there is none, or one that this service did not write. */
export const readCredentials = async (directory: string): Promise<KeptCredentials | null> => {
  try {
    const text = await readFile(path.join(directory, fileName), 'utf8');
    return kept.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
