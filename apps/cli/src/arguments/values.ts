import { durationText, timestampIn } from '@spool/contracts';
import { InvalidArgumentError } from 'commander';

/** A schema of the contract, as far as an argument needs it. */
interface Schema<Value> {
  safeParse(
    text: string,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly { message: string }[] } };
}

const parse = <Value>(schema: Schema<Value>, text: string): Value => {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  throw new InvalidArgumentError(read.error.issues[0]?.message ?? 'It cannot be read.');
};

/** A length of time such as `10s`, `5m`, `1h`, `7d`, or milliseconds. */
export const durationArgument = (text: string): number => parse(durationText, text);

const isWholeNumber = /^[0-9]{1,15}$/;

/** A whole number. */
export const wholeNumberArgument = (text: string): number => {
  if (!isWholeNumber.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
};

/** A number. */
export const numberArgument = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It is a number.');
  return value;
};

const relative = /^(?<sign>[+-])(?<length>\w+)$/;

/** A time: ISO 8601, `now`, or a length of time from now such as `+10m` or `-1h`; as ISO 8601. */
export const timeArgument = (text: string): string => {
  if (text === 'now') return new Date().toISOString();
  const { sign, length } = relative.exec(text)?.groups ?? {};
  if (length === undefined) return new Date(parse(timestampIn, text)).toISOString();
  const ms = durationArgument(length);
  return new Date(Date.now() + (sign === '-' ? -ms : ms)).toISOString();
};

/** Any JSON value. */
export const jsonArgument = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(
      `It is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
};
