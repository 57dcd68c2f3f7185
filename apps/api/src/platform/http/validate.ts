import { saysTooLarge } from '@spool/contracts';
import type { z } from 'zod';
import { payloadTooLarge, validationFailed, type RequestFlaw } from '../spool-error.js';

const mostFlaws = 100;

const escapePointer = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${escapePointer(String(segment))}`).join('');

const absentMessage = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'A JSON body is required.' : `"${String(path.at(-1))}" is required.`;

/** Whether the value at a path of the input is absent, which deserves a plainer message than a wrong type. */
const isAbsent = (input: unknown, path: readonly PropertyKey[]): boolean => {
  let value = input;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.hasOwn(value, segment) ? Reflect.get(value, segment) : undefined;
  }
  return value === undefined;
};

const flawsOf = (issue: z.core.$ZodIssue, input: unknown): RequestFlaw[] => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, mostFlaws).map((key) => ({
        path: pointerOf([...issue.path, key]),
        message: `There is no "${key.slice(0, 100)}" here.`,
      }));
    case 'invalid_type':
    case 'invalid_union':
    case 'invalid_value':
      if (!isAbsent(input, issue.path)) break;
      return [{ path: pointerOf(issue.path), message: absentMessage(issue.path) }];
    default:
      break;
  }
  return [{ path: pointerOf(issue.path), message: issue.message }];
};

/**
 * Reads a part of a request with its schema. Throws `validation_failed`, or `payload_too_large` where size is all that is
 * wrong, with the place of each flaw as a JSON
 * Pointer into that part, a hundred at most; each unknown key is a flaw of its own.
 */
export const validate = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const flaws: RequestFlaw[] = [];
  for (const issue of result.error.issues) {
    flaws.push(...flawsOf(issue, input));
    if (flaws.length >= mostFlaws) break;
  }
  const shown = flaws.slice(0, mostFlaws);
  throw result.error.issues.every(saysTooLarge) ? payloadTooLarge(shown) : validationFailed(shown);
};
