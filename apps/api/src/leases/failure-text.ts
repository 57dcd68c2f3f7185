import { createHash } from 'node:crypto';
import { limits } from '@spool/contracts';
import type { Failure } from '../store/transitions/outcome.js';

/** What a worker says went wrong. */
export interface ReportedError {
  readonly message: string;
  readonly type?: string | null | undefined;
  readonly stack?: string | null | undefined;
}

const typeCharacters = 200;
const groupBytes = 8;
/** Control characters but line feed, carriage return and tab. */
const unprintable = /[^\P{Cc}\n\r\t]/gu;

/** Cuts a text to so many bytes of UTF-8, never within a character. */
const cutToBytes = (text: string, bytes: number): string => {
  const encoded = Buffer.from(text, 'utf8');
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return encoded.subarray(0, end).toString('utf8');
};

const clean = (text: string, bytes: number): string =>
  cutToBytes(text.slice(0, bytes).toWellFormed().replaceAll(unprintable, ''), bytes);

/** What varies between failures that are alike: ids, numbers, quoted values, addresses. */
const normalise = (message: string): string =>
  message
    .split('\n', 1)
    .join('')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#')
    .replaceAll(/0x[0-9a-f]+/gi, '#')
    .replaceAll(/"[^"]*"|'[^']*'/g, '""')
    .replaceAll(/\d+/g, '#')
    .slice(0, 500);

const topFrame = (stack: string | null): string =>
  (stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '').replaceAll(/\d+/g, '#');

/** The group of failures alike: by type, normalised message and top frame; 16 hexadecimal digits. */
const groupOf = (type: string | null, message: string, stack: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([type, normalise(message), topFrame(stack)]))
    .digest()
    .subarray(0, groupBytes)
    .toString('hex');

/** Cleans and cuts what a worker says went wrong; nothing it can say is refused. */
export const failureOf = (error: ReportedError): Failure => {
  const type = error.type === null || error.type === undefined ? null : clean(error.type, 4 * typeCharacters);
  const message = clean(error.message, limits.errorMessageBytes);
  const stack =
    error.stack === null || error.stack === undefined ? null : clean(error.stack, limits.errorStackBytes);
  const shortType = type === null || type === '' ? null : [...type].slice(0, typeCharacters).join('');
  return { type: shortType, message, stack, group: groupOf(shortType, message, stack), lapsed: false };
};
