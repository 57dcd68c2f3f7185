/** A JSON text that goes into an answer as it stands. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Printable ASCII without quotation mark and backslash: the text of most strings, which needs no escaping. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const longestTested = 200;

const renderText = (text: string): string =>
  text.length <= longestTested && plain.test(text) ? `"${text}"` : JSON.stringify(text);

const renderArray = (items: readonly unknown[]): string => {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ',';
    text += render(items[index]) ?? 'null';
  }
  return `${text}]`;
};

const renderObject = (object: object): string => {
  let text = '{';
  for (const [key, value] of Object.entries(object)) {
    const member = render(value);
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${renderText(key)}:${member}`;
  }
  return `${text}}`;
};

/** Like JSON.stringify for plain data: undefined for what JSON has no word for. */
const render = (value: unknown): string | undefined => {
  switch (typeof value) {
    case 'string':
      return renderText(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (value instanceof RawJson) return value.text;
      return Array.isArray(value) ? renderArray(value) : renderObject(value);
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined;
    case 'bigint':
      throw new TypeError('A bigint has no place in an answer: ids are decimal strings.');
  }
};

/**
 * Writes plain data as JSON text, {@link RawJson} parts copied as they stand; undefined members are left out.
 * There is no `toJSON`: times are text before they come here.
 */
export const renderJson = (value: unknown): string => render(value) ?? 'null';
