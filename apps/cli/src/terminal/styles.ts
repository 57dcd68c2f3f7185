import { styleText } from 'node:util';

/** Colours that a text may have. */
export type Style = Parameters<typeof styleText>[0];

/** Whether a stream shows colours: a terminal that nobody asked to have none (no-color.org). */
const hasColours = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';

/** A text in a colour, where the stream shows any. */
export const styled = (stream: NodeJS.WriteStream, style: Style, text: string): string =>
  hasColours(stream) ? styleText(style, text, { validateStream: false }) : text;
