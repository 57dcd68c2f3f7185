import { createHash } from 'node:crypto';

/** What tells one error from another. */
export interface ErrorTraits {
  /** The queue in which the task died: what fails in two queues is two groups. */
  readonly queue: string;
  readonly type: string | null;
  readonly message: string;
  readonly stack: string | null;
}

const fingerprintBytes = 8;
const messageCharacters = 2_000;
const frameCharacters = 500;
const shortestHexWord = 6;
const shortestIdWord = 8;

/** Every alternative begins where the last one ended and backs off over its own word only: linear, whatever the text. */
const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const quoted = String.raw`"[^"]*"|${'`[^`]*`'}|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])`;
const number = String.raw`\d+(?:[.,:]\d+)*(?![\p{L}\p{N}_])`;
const word = String.raw`[\p{L}\p{N}_]+`;
const varyingParts = new RegExp([uuid, quoted, number, word].join('|'), 'gu');
const framePart = new RegExp(`${uuid}|${word}`, 'gu');

const isWord = new RegExp(`^${word}$`, 'u');
const isHex = /^(?:0x)?[0-9a-f]+$/i;

/** A word without what varies: an id vanishes whole, a name keeps its letters. */
const plainWord = (text: string): string => {
  if (!/\d/.test(text)) return text;
  const isIdentifier =
    (isHex.test(text) && (text.length >= shortestHexWord || text.startsWith('0x'))) ||
    (text.length >= shortestIdWord && (text.match(/\d+/g) ?? []).length > 1);
  return isIdentifier ? '#' : text.replaceAll(/\d+/g, '#');
};

const plainPart = (part: string): string => (isWord.test(part) ? plainWord(part) : '#');

/** A message's first line without ids, numbers, hexadecimal digits and quoted values. */
export const normalisedMessage = (message: string): string =>
  (message.slice(0, messageCharacters).split('\n', 1)[0] ?? '').trim().replaceAll(varyingParts, plainPart);

/** The frame where it broke: the first of JavaScript, Java and .NET, the last of Python. */
const topFrame = (stack: string | null): string => {
  const lines = (stack ?? '').split('\n').map((line) => line.trimStart());
  const frame =
    lines.find((line) => line.startsWith('at ')) ?? lines.findLast((line) => line.startsWith('File "')) ?? '';
  return frame.slice(0, frameCharacters).trimEnd().replaceAll(framePart, plainPart);
};

/** The group of tasks that die alike in a queue, by type, normalised message and top frame: 16 hexadecimal digits. */
export const fingerprintOf = ({ queue, type, message, stack }: ErrorTraits): string =>
  createHash('sha256')
    .update(JSON.stringify([queue, type, normalisedMessage(message), topFrame(stack)]))
    .digest()
    .subarray(0, fingerprintBytes)
    .toString('hex');
