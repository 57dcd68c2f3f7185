import type { Readable } from 'node:stream';
import { SpoolError, validationFailed } from '../spool-error.js';

/** Counts the bytes of a body as they arrive. */
export type ByteListener = (bytes: number) => void;

/** How large a body may be, and how large it says it is. */
export interface BodySize {
  readonly mostBytes: number;
  readonly declaredBytes: number | null;
}

const mebibyte = 1024 * 1024;

const tooLarge = (mostBytes: number): SpoolError =>
  new SpoolError(
    'payload_too_large',
    mostBytes < mebibyte
      ? `The body of this request may have ${mostBytes / 1024} KiB.`
      : `A request body may have ${mostBytes / mebibyte} MiB: send smaller batches.`,
  );

/**
 * Reads a request body to its end. Throws `payload_too_large` beyond the limit, without keeping what is over it,
 * and `validation_failed` for a body that ends early.
 */
export const readBody = async (
  stream: Readable,
  { mostBytes, declaredBytes }: BodySize,
  onBytes: ByteListener,
): Promise<Buffer> => {
  if (declaredBytes !== null && declaredBytes > mostBytes) throw tooLarge(mostBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const parts: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      onBytes(part.length);
      chunks.push(part);
    }
  } catch (error) {
    if (error instanceof SpoolError) throw error;
    throw validationFailed([{ path: '', message: 'The request body ended early.' }]);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes);
};
