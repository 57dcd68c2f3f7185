import { limits } from '@spool/contracts';
import type { Failure } from '../store/transitions/outcome.js';

/** What a worker says went wrong. */
export interface ReportedError {
  readonly message: string;
  readonly type?: string | null | undefined;
  readonly stack?: string | null | undefined;
}

const typeCharacters = 200;
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

/** Cleans and cuts what a worker says went wrong; nothing it can say is refused. */
export const failureOf = (error: ReportedError): Failure => {
  const type = error.type === null || error.type === undefined ? null : clean(error.type, 4 * typeCharacters);
  const message = clean(error.message, limits.errorMessageBytes);
  const stack =
    error.stack === null || error.stack === undefined ? null : clean(error.stack, limits.errorStackBytes);
  const shortType = type === null || type === '' ? null : [...type].slice(0, typeCharacters).join('');
  return { type: shortType, message, stack, lapsed: false };
};
