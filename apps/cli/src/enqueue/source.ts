import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { wrongUsage } from '../session/failure.js';

/** Bytes to read, how many there are, and how many were read. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Null where nobody knows: a pipe. */
  readonly size: number | null;
  readonly readBytes: () => number;
}

const counted = (bytes: AsyncIterable<Uint8Array>, size: number | null): Source => {
  let read = 0;
  const count = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      read += chunk.length;
      yield chunk;
    }
  };
  return { bytes: count(), size, readBytes: () => read };
};

/**
 * Opens a file, or standard input for `-`; reading it ends with an error when the signal fires. Throws a Failure that says
 * what is wrong with it.
 */
export const openSource = async (file: string, signal: AbortSignal): Promise<Source> => {
  if (file === '-') return counted(addAbortSignal(signal, process.stdin), null);
  const found = await stat(file).catch((error: unknown) => {
    throw wrongUsage(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return counted(createReadStream(file, { signal }), found.isFile() ? found.size : null);
};
