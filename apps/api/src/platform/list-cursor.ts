import type { z } from 'zod';
import { validationFailed } from './spool-error.js';

const foreign = (): Error =>
  validationFailed([{ path: '/cursor', message: 'This is not a cursor of this list: begin without one.' }]);

/** Writes the place after which a list goes on; callers see it as opaque text. */
export const writeCursor = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position), 'utf8').toString('base64url');

/** Reads a cursor of one's own making. Throws `validation_failed` for any other text. */
export const readCursor = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw foreign();
  }
  const result = schema.safeParse(parsed);
  if (!result.success) throw foreign();
  return result.data;
};
