import { randomBytes } from 'node:crypto';

/** Stands for a raw part while the rest is written. It is random and never leaves the process, so no input can hold it. */
const mark = randomBytes(16).toString('hex');
const markAsJson = JSON.stringify(mark);

/** How a text is changed before an answer shows it. */
export type ChangeText = (text: string) => string;

/** The rendering that runs, with the raw parts met so far; null when none does. */
let rendering: { readonly texts: string[]; readonly redact: ChangeText } | null = null;

/** A JSON text that goes into an answer as it stands. */
export class RawJson {
  constructor(readonly text: string) {}

  /** Leaves its place to {@link renderJson}; elsewhere it is the value that the text describes. */
  toJSON(): unknown {
    if (rendering === null) {
      const value: unknown = JSON.parse(this.text);
      return value;
    }
    rendering.texts.push(this.shown(rendering.redact));
    return mark;
  }

  /** The text as an answer shows it. */
  protected shown(_redact: ChangeText): string {
    return this.text;
  }
}

/** A task's payload, result or progress for whoever is no worker: what is configured to be hidden is hidden. */
export class RedactedJson extends RawJson {
  protected override shown(redact: ChangeText): string {
    return redact(this.text);
  }
}

const withTexts = (frame: string, texts: readonly string[]): string => {
  const [start = '', ...pieces] = frame.split(markAsJson);
  let text = start;
  for (const [index, piece] of pieces.entries()) text += `${texts[index]}${piece}`;
  return text;
};

/**
 * Writes plain data as JSON text, {@link RawJson} parts copied as they stand, {@link RedactedJson} parts as `redact` leaves them; undefined members are left out. The
 * frame is written by the engine's own JSON.stringify, several times faster than any loop here.
 */
export const renderJson = (value: unknown, redact: ChangeText = (text) => text): string => {
  const texts: string[] = [];
  rendering = { texts, redact };
  let frame: string | undefined;
  try {
    frame = JSON.stringify(value);
  } finally {
    rendering = null;
  }
  if (frame === undefined) return 'null';
  return texts.length === 0 ? frame : withTexts(frame, texts);
};
