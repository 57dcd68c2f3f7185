import { createHash } from 'node:crypto';
import { z } from 'zod';
import { validationFailed } from './spool-error.js';

/** A list and its filters: a cursor of another list, or of other filters, is refused. */
export type CursorScope = Readonly<Record<string, unknown>>;

/** Tells whether a value in a cursor has its form; a regular expression is one. */
export interface CursorForm {
  test(value: string): boolean;
}

const largestId = 9_223_372_036_854_775_807n;
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

const written = z.tuple([z.string(), z.array(z.string())]);

const scopeMark = (scope: CursorScope): string => {
  const { limit: _limit, cursor: _cursor, ...filters } = scope;
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(filters).sort(([left], [right]) => (left < right ? -1 : 1))))
    .digest('base64url')
    .slice(0, 8);
};

/** Writes where a list goes on: the sort values of the last item shown. */
export const writeCursor = (scope: CursorScope, position: readonly string[]): string =>
  Buffer.from(JSON.stringify([scopeMark(scope), position])).toString('base64url');

const parse = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/**
 * Reads where a list goes on: as many values as `shape` has forms, each of its own; null for the first page.
 * Throws `validation_failed` for a cursor that this list with these filters did not give.
 */
export const readCursor = (
  scope: CursorScope,
  cursor: string | undefined,
  shape: readonly CursorForm[],
): string[] | null => {
  if (cursor === undefined) return null;
  const read = written.safeParse(parse(cursor));
  const isOurs =
    read.success &&
    read.data[0] === scopeMark(scope) &&
    read.data[1].length === shape.length &&
    shape.every((form, index) => form.test(read.data[1][index] ?? ''));
  if (!isOurs) {
    throw validationFailed([
      {
        path: '/cursor',
        message: 'This cursor is not from this list with these filters: start without one.',
      },
    ]);
  }
  return read.data[1];
};

/** The form of a task id in a cursor: what a BIGINT holds. */
export const idInCursor: CursorForm = {
  test: (value) => /^(0|[1-9][0-9]{0,18})$/.test(value) && BigInt(value) <= largestId,
};
/** The form of a time in a cursor, in milliseconds: what a DATETIME holds. */
export const msInCursor: CursorForm = {
  test: (value) => /^[0-9]{1,15}$/.test(value) && Number(value) <= latestMs,
};
/** The form of a key in a cursor. */
export const hexInCursor = /^[0-9a-f]{1,64}$/;

/** Cuts a page from one row more than it holds, and says where it goes on. */
export const pageOfRows = <Row, Item>(
  rows: readonly Row[],
  limit: number,
  map: (row: Row) => Item,
  cursorAfter: (row: Row) => string,
): { items: Item[]; nextCursor: string | null } => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => map(row)),
    nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
  };
};
