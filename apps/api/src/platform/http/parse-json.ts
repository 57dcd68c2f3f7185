import { validationFailed } from '../spool-error.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\uFEFF';

const refuse = (message: string): Error => validationFailed([{ path: '', message }]);

const decode = (body: Buffer): string => {
  try {
    return decoder.decode(body);
  } catch {
    throw refuse('The body is not UTF-8.');
  }
};

/** The parser's own message repeats a part of the text, which may be a payload: only the place is kept. */
const placeOf = (error: unknown): string => {
  const [, position] = error instanceof Error ? (/at position ([0-9]+)/.exec(error.message) ?? []) : [];
  return position === undefined ? '' : ` (at position ${position})`;
};

/**
 * Parses a JSON body; an empty one is undefined. Keys such as `__proto__` become own properties, as JSON.parse
 * makes them. Throws `validation_failed` for what is not JSON in UTF-8 without a byte order mark.
 */
export const parseJson = (body: Buffer): unknown => {
  if (body.length === 0) return undefined;
  const text = decode(body);
  if (text.startsWith(byteOrderMark))
    throw refuse('The body starts with a byte order mark: send plain UTF-8.');
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw refuse(`The body is not valid JSON${placeOf(error)}.`);
  }
};
