/** A time as DATETIME(3) text in UTC, for statements whose rows travel as JSON. */
export const sqlTime = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);

/** The same for a time that may be absent. */
export const sqlTimeOrNull = (ms: number | null): string | null => (ms === null ? null : sqlTime(ms));

/** Milliseconds since 1970 of a DATETIME(3) that may be absent. */
export const msOrNull = (time: Date | null): number | null => (time === null ? null : time.getTime());

/** The text of a VARBINARY column that may be absent. */
export const textOrNull = (bytes: Buffer | null): string | null =>
  bytes === null ? null : bytes.toString('utf8');

/** The hexadecimal digits of a BINARY column that may be absent. */
export const hexOrNull = (bytes: Buffer | null): string | null =>
  bytes === null ? null : bytes.toString('hex');

/** A text's bytes for a VARBINARY column, or null. */
export const bytesOrNull = (text: string | null): Buffer | null =>
  text === null ? null : Buffer.from(text, 'utf8');
