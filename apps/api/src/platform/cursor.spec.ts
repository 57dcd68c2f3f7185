import { describe, expect, it } from '@jest/globals';
import {
  hexInCursor,
  idInCursor,
  msInCursor,
  pageOfRows,
  readCursor,
  writeCursor,
  type CursorForm,
  type CursorScope,
} from './cursor.js';
import { SpoolError } from './spool-error.js';

const scope: CursorScope = { list: 'tasks', queue: 'orders', limit: 50 };
const shape = [msInCursor, idInCursor];
const position = ['1764460800123', '4812'];

const refusalOf = (given: CursorScope, cursor: string, forms: readonly CursorForm[] = shape): unknown => {
  try {
    return readCursor(given, cursor, forms);
  } catch (error) {
    return error instanceof SpoolError ? [error.code, error.extras.errors?.map(({ path }) => path)] : error;
  }
};

const refused = ['validation_failed', ['/cursor']];

const forged = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const markOf = (cursor: string): string => {
  const [mark]: string[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  return mark ?? '';
};

describe('A cursor', () => {
  it('comes back as the position that was written', () => {
    expect(readCursor(scope, writeCursor(scope, position), shape)).toEqual(position);
  });

  it('stands for the first page when there is none', () => {
    expect(readCursor(scope, undefined, shape)).toBeNull();
  });

  it('holds for another page size and for the same filters in another order', () => {
    const cursor = writeCursor(scope, position);
    expect(readCursor({ limit: 7, queue: 'orders', list: 'tasks', cursor }, cursor, shape)).toEqual(position);
  });

  it.each<[string, CursorScope]>([
    ['another list', { ...scope, list: 'dead-tasks' }],
    ['another filter', { ...scope, queue: 'mail' }],
    ['one filter more', { ...scope, state: 'DEAD' }],
    ['one filter less', { list: 'tasks' }],
  ])('of %s is refused', (_, other) => {
    expect(refusalOf(scope, writeCursor(other, position))).toEqual(refused);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['a number in its position', ['4812', 17]],
    ['one value less', position.slice(1)],
    ['one value more', [...position, '1']],
    ['no position', null],
  ])('that holds %s is refused', (_, written) => {
    expect(refusalOf(scope, forged([markOf(writeCursor(scope, position)), written]))).toEqual(refused);
  });

  it.each(['', '%', 'null', forged('text'), forged([]), 'x'.repeat(2_000)])(
    'such as %p is refused',
    (cursor) => {
      expect(refusalOf(scope, cursor)).toEqual(refused);
    },
  );
});

describe('The forms of values', () => {
  it.each<[string, CursorForm, string[], string[]]>([
    [
      'an id is what a BIGINT holds',
      idInCursor,
      ['0', '1', '9223372036854775807'],
      ['', '-1', '01', '1.5', '9223372036854775808', '9999999999999999999', '1 OR 1=1', '1\n'],
    ],
    [
      'a time is what a DATETIME holds',
      msInCursor,
      ['0', '1764460800123', '253402300799999'],
      ['', '-1', '253402300800000', '999999999999999', '1e3', 'x'],
    ],
    ['a key is hexadecimal', hexInCursor, ['0', 'ff', '0'.repeat(64)], ['', 'FF', 'g', '0'.repeat(65)]],
  ])('%s', (_, form, right, wrong) => {
    for (const value of right) expect([value, form.test(value)]).toEqual([value, true]);
    for (const value of wrong) expect([value, form.test(value)]).toEqual([value, false]);
  });
});

describe('A page of rows', () => {
  const page = (rows: number[], limit: number) =>
    pageOfRows(
      rows,
      limit,
      (row) => `row ${row}`,
      (row) => `after ${row}`,
    );

  it('shows so many, and goes on after the last shown', () => {
    expect(page([1, 2, 3], 2)).toEqual({ items: ['row 1', 'row 2'], nextCursor: 'after 2' });
  });

  it('is the last when there is no row beyond it', () => {
    expect(page([1, 2], 2)).toEqual({ items: ['row 1', 'row 2'], nextCursor: null });
    expect(page([], 2)).toEqual({ items: [], nextCursor: null });
  });
});
