/** Values of every type, at edges where parsers, numbers and databases break. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '0',
  '9223372036854775808',
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  "'; DROP TABLE tasks; -- %_\\",
  '9999-12-31T23:59:59.999Z',
  [],
  [null],
  {},
  { length: -1 },
];

/** Texts for paths and queries, percent-encoded as they are sent. */
export const hostileTexts: readonly string[] = [
  '',
  '%20',
  '0',
  '-1',
  '1.5',
  '1e9',
  '00',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  '%00',
  '%0d%0a',
  '%ED%A0%80',
  '%C3%28',
  '%F0%9F%98%80',
  '%25',
  '%2F..%2F',
  '%2e%2e',
  "'%20OR%201=1;--",
  '%5C',
  '*',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '275760-09-13T00:00:00.000Z',
  '1970-01-01T00:00:00%2B14:00',
  'x'.repeat(300),
  '%E4%BD%A0'.repeat(300),
];

/** A position in a cursor, as somebody might forge it. */
export const forgedPositions: readonly unknown[] = [
  '',
  '0',
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '9999999999999999999',
  '999999999999999',
  '8640000000000001',
  'ff',
  'f'.repeat(64),
  'x'.repeat(1_000),
  '\u0000',
  "' OR 1=1",
  1,
  null,
  {},
];

/** The value with one member exchanged, left out or added, at every depth; each with a description of what was done. */
export const mutationsOf = function* (
  value: unknown,
  place = '',
): Generator<[place: string, mutated: unknown]> {
  for (const hostile of hostileValues)
    yield [`${place} is ${JSON.stringify(hostile)?.slice(0, 40)}`, hostile];
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const [first, ...rest]: unknown[] = value;
    yield [`${place} is twice as long`, [...value, ...value]];
    for (const [where, mutated] of mutationsOf(first, `${place}/0`)) yield [where, [mutated, ...rest]];
    return;
  }
  yield [`${place} has one member more`, { ...value, unheardOf: 1 }];
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _left, ...others }: Record<string, unknown> = { ...value };
    yield [`${place}/${name} is missing`, others];
    for (const [where, mutated] of mutationsOf(member, `${place}/${name}`))
      yield [where, { ...value, [name]: mutated }];
  }
};
