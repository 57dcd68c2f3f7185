import { z } from 'zod';
import { limits } from './limits.js';

/** A JSON text that was checked by {@link jsonText}: stored and answered as it stands, never parsed again. */
export type JsonText = string & { readonly __json: unique symbol };

interface Flaw {
  readonly path: (string | number)[];
  readonly message: string;
}

interface Visit {
  readonly value: unknown;
  readonly level: number;
  readonly key: string | number | null;
  readonly parent: Visit | null;
}

const pathOf = (visit: Visit): (string | number)[] => {
  const path: (string | number)[] = [];
  for (let at: Visit | null = visit; at !== null && at.key !== null; at = at.parent) path.unshift(at.key);
  return path;
};

const flawOfNumber = (value: number): string | null => {
  if (!Number.isFinite(value)) return 'This number is too large for JSON consumers: send it as a string.';
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'A whole number beyond ±(2^53 − 1) would lose digits: send it as a string.';
  return null;
};

/**
 * Finds the first thing in a parsed JSON value that could not come out as it went in:
 * a number that JSON consumers would change, or nesting beyond the limit.
 */
export const findJsonFlaw = (root: unknown): Flaw | null => {
  const open: Visit[] = [{ value: root, level: 0, key: null, parent: null }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, level } = visit;
    if (typeof value === 'number') {
      const message = flawOfNumber(value);
      if (message !== null) return { path: pathOf(visit), message };
    } else if (typeof value === 'object' && value !== null) {
      if (level >= limits.payloadLevels) {
        return {
          path: pathOf(visit),
          message: `Nesting may go ${limits.payloadLevels} levels deep: flatten the value.`,
        };
      }
      for (const [key, child] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
        if (typeof child === 'number' || (typeof child === 'object' && child !== null)) {
          open.push({ value: child, level: level + 1, key, parent: visit });
        }
      }
    }
  }
  return null;
};

const longestUtf8PerCodeUnit = 3;

const bytesOfCodePoint = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

/** The length of a text in UTF-8 bytes; a text that cannot go beyond `enough` bytes is not counted. */
export const utf8Bytes = (text: string, enough = 0): number => {
  if (text.length * longestUtf8PerCodeUnit <= enough) return text.length;
  let bytes = 0;
  for (const character of text) bytes += bytesOfCodePoint(character.codePointAt(0) ?? 0);
  return bytes;
};

/** Marks the issue of a value that is sound but too large: it is answered as `payload_too_large`. */
const tooLarge = { isTooLarge: true };

/** Whether an issue says that a value is sound but too large. */
export const saysTooLarge = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.['isTooLarge'] === true;

/**
 * Any JSON value, as its compact text. Refused: an absent value, a text over `maxBytes` UTF-8 bytes,
 * more than 100 levels, a number that would change on its way (see "payload" in the semantics).
 */
export const jsonText = (maxBytes: number, name: string) =>
  z
    .unknown()
    .transform((value, context): JsonText => {
      const refuse = (
        message: string,
        more: { path?: (string | number)[]; params?: object } = {},
      ): JsonText => {
        context.issues.push({ code: 'custom', input: undefined, message, path: [], ...more });
        return z.NEVER;
      };
      if (value === undefined) return refuse(`"${name}" is required; null is a value.`);
      const flaw = findJsonFlaw(value);
      if (flaw !== null) return refuse(flaw.message, { path: flaw.path });
      const text = JSON.stringify(value);
      if (utf8Bytes(text, maxBytes) > maxBytes) {
        return refuse(
          `"${name}" may have ${maxBytes} bytes as compact JSON: store it elsewhere and send a reference.`,
          { params: tooLarge },
        );
      }
      return text as JsonText;
    })
    .meta({ description: `Any JSON value, at most ${maxBytes} bytes as compact JSON.` });
