/** One part of a filter: `state:dead`, or a word alone. */
export interface FilterPart {
  /** What is before the colon; empty for a word alone. */
  readonly key: string;
  readonly value: string;
}

const partPattern = /(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S+))/g;
const needsQuotes = /[\s"]|^$/;

const unquote = (quoted: string): string => quoted.replaceAll(/\\(.)/g, '$1');

/** Takes a filter apart: parts are separated by spaces; a value with spaces stands in quotes. */
export const parseFilter = (text: string): FilterPart[] =>
  [...text.matchAll(partPattern)].map(([, key = '', quoted, plain = '']) => ({
    key,
    value: quoted === undefined ? plain : unquote(quoted),
  }));

/** Writes a part as it is typed. */
export const writePart = ({ key, value }: FilterPart): string => {
  const text = needsQuotes.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value;
  return key === '' ? text : `${key}:${text}`;
};

/** Writes a filter; undefined for an empty one, so that it leaves the address. */
export const writeFilter = (parts: readonly FilterPart[]): string | undefined =>
  parts.length === 0 ? undefined : parts.map(writePart).join(' ');

/** Whether a text fits a pattern in which `*` stands for anything; upper and lower case are one. */
export const fitsPattern = (text: string, pattern: string): boolean => {
  const escaped = pattern.split('*').map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^]*')}$`, 'iu').test(text);
};
