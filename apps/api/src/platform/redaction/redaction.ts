import { limits } from '@spool/contracts';
import { payloadTooLarge, validationFailed } from '../spool-error.js';
import { readRedactionPath, type PathStep } from './redaction-path.js';

/** What stands where a value was. */
export const redactionMark = '[redacted]';

type Container = Record<string, unknown> | unknown[];
type Pointer = readonly string[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const isOwn = (container: Container, name: string): boolean =>
  Object.hasOwn(container, name) && !(Array.isArray(container) && name === 'length');

/** By definition, not assignment: a member may be named `__proto__`. */
const replace = (container: Container, name: string, value: unknown): void => {
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
};

const redactAt = (container: Container, [step, ...rest]: readonly PathStep[]): void => {
  if (step === undefined) return;
  if (step === 'any-depth') redactAt(container, rest);
  for (const [name, value] of Object.entries(container)) {
    if (typeof step === 'object' && step.name !== name) continue;
    if (step !== 'any-depth' && rest.length === 0) replace(container, name, redactionMark);
    else if (isContainer(value)) redactAt(value, step === 'any-depth' ? [step, ...rest] : rest);
  }
};

const valueAt = (root: unknown, pointer: Pointer): unknown => {
  let value = root;
  for (const name of pointer) {
    if (!isContainer(value) || !isOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
};

/** Visits every mark within a value, with its place. */
const visitMarks = (
  container: Container,
  pointer: Pointer,
  visit: (container: Container, pointer: Pointer) => void,
): void => {
  for (const [name, value] of Object.entries(container)) {
    const place = [...pointer, name];
    if (value === redactionMark) visit(container, place);
    else if (isContainer(value)) visitMarks(value, place, visit);
  }
};

/** A payload in its place in a request, so that places are those of the request. */
const asPayload = (text: string): Container => {
  const payload: unknown = JSON.parse(text);
  return { payload };
};

const pointerText = (pointer: Pointer): string =>
  pointer.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Hides the values at configured paths of payloads, results and progress from whoever is no worker. */
export class Redaction {
  private readonly paths: readonly (readonly PathStep[])[];

  constructor(paths: readonly string[]) {
    this.paths = paths.flatMap((path) => [readRedactionPath(path) ?? []]);
  }

  /** A JSON text with the mark in place of what is to be hidden. */
  redact(text: string): string {
    if (this.paths.length === 0) return text;
    const root: unknown = JSON.parse(text);
    if (!isContainer(root)) return text;
    for (const path of this.paths) redactAt(root, path);
    return JSON.stringify(root);
  }

  /**
   * An edited payload with the original values back where marks stand for them, so that no mark reaches a worker. Throws
   * `validation_failed` for a mark that stands for nothing there.
   */
  async restore(edited: string, readOriginal: () => Promise<string>): Promise<string> {
    if (this.paths.length === 0 || !edited.includes(redactionMark)) return edited;
    const text = await readOriginal();
    const root = asPayload(edited);
    const original = asPayload(text);
    const shown = asPayload(this.redact(text));
    visitMarks(root, [], (container, place) => {
      if (valueAt(shown, place) !== redactionMark) throw strayMark(place);
      replace(container, place.at(-1) ?? '', valueAt(original, place));
    });
    return withinLimit(JSON.stringify(valueAt(root, ['payload'])));
  }
}

const strayMark = (place: Pointer) =>
  validationFailed([
    {
      path: pointerText(place),
      message: `"${redactionMark}" stands for a value that is hidden, but none is hidden here: send the value itself.`,
    },
  ]);

const withinLimit = (text: string): string => {
  if (Buffer.byteLength(text) <= limits.payloadBytes) return text;
  throw payloadTooLarge([
    {
      path: '/payload',
      message: `With its hidden values "payload" has more than ${limits.payloadBytes} bytes: store it elsewhere and send a reference.`,
    },
  ]);
};
