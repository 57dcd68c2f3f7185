import type { Readable } from 'node:stream';
import { limits } from '@spool/contracts';
import { SpoolError, validationFailed } from '../spool-error.js';

/** Counts the bytes of a body as they arrive. */
export type ByteListener = (bytes: number) => void;

const tooLarge = (): SpoolError =>
  new SpoolError(
    'payload_too_large',
    `A request body may have ${limits.requestBodyBytes / 1024 / 1024} MiB: send smaller batches.`,
  );

/**
 * Reads a request body to its end. Throws `payload_too_large` beyond the limit, without keeping what is over it,
 * and `validation_failed` for a body that ends early.
 */
export const readBody = async (
  stream: Readable,
  declaredBytes: number | null,
  onBytes: ByteListener,
): Promise<Buffer> => {
  if (declaredBytes !== null && declaredBytes > limits.requestBodyBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const parts: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > limits.requestBodyBytes) throw tooLarge();
      onBytes(part.length);
      chunks.push(part);
    }
  } catch (error) {
    if (error instanceof SpoolError) throw error;
    throw validationFailed([{ path: '', message: 'The request body ended early.' }]);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes);
};
