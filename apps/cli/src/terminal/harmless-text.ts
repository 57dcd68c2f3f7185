/** Control characters, and those that turn the direction of what follows them. */
const harmful = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const codeOf = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** A stranger's text as text: what would move the cursor, colour the screen or turn the line is spelt out. */
export const harmlessText = (text: string): string =>
  text.toWellFormed().replaceAll(harmful, (character) => names[character] ?? codeOf(character));

/** A value as JSON that is harmless on a terminal as well, and parses to the same value. */
export const harmlessJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(harmful, (character) =>
    character === '\n' ? character : codeOf(character),
  );
