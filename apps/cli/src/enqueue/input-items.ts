/** One thing to enqueue, as it was written, and which line, element or argument it is, from 1. */
export interface InputItem {
  readonly number: number;
  readonly text: string;
}

/** Input that cannot be read on, and where. */
export class BrokenInput extends Error {
  override readonly name = 'BrokenInput';

  constructor(
    readonly number: number,
    message: string,
  ) {
    super(message);
  }
}

/** A payload has 256 KiB as compact JSON; spaces and escapes may make more of it. */
const longestItem = 4 * 1024 * 1024;

const noArray = 'The input is not one JSON array.';
const tooLong = (number: number): BrokenInput =>
  new BrokenInput(number, 'It is longer than 4 MiB: is each task on a line of its own?');

/** The text of a file in UTF-8; what is none is refused, not replaced. */
async function* decode(source: AsyncIterable<Uint8Array>, placeOf: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const textOf = (chunk: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(chunk, { stream });
    } catch {
      throw new BrokenInput(placeOf(), 'It is not UTF-8.');
    }
  };
  for await (const chunk of source) yield textOf(chunk, true);
  yield textOf(new Uint8Array(), false);
}

/** The lines of a file that are not blank; never more than one line is held. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<InputItem> {
  let rest = '';
  let number = 1;
  for await (const text of decode(source, () => number)) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') yield { number, text: line };
      number += 1;
    }
    if (rest.length > longestItem) throw tooLong(number);
  }
  if (rest.trim() !== '') yield { number, text: rest };
}

/** Cuts one JSON array into the texts of its elements, without parsing them. */
class ArraySplitter {
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private hasBegun = false;
  private element = '';
  number = 1;

  /** Takes the next piece of text; returns the elements that it completes. */
  take(text: string): InputItem[] {
    const items: InputItem[] = [];
    for (const character of text) {
      if (this.endsElement(character)) {
        const isLastOfNone = character === ']' && this.element.trim() === '' && this.number === 1;
        if (!isLastOfNone) items.push({ number: this.number, text: this.element });
        this.number += 1;
        this.element = '';
      } else if (this.depth > 0 || this.isInString) this.element += character;
      this.follow(character);
    }
    if (this.element.length > longestItem) throw tooLong(this.number);
    return items;
  }

  /** Throws unless the array has ended. */
  end(): void {
    if (!this.hasBegun) throw new BrokenInput(this.number, noArray);
    if (this.depth !== 0) throw new BrokenInput(this.number, 'The array does not end.');
  }

  private endsElement(character: string): boolean {
    return this.depth === 1 && !this.isInString && (character === ',' || character === ']');
  }

  private follow(character: string): void {
    if (this.isInString) {
      if (this.isEscaped) this.isEscaped = false;
      else if (character === '\\') this.isEscaped = true;
      else if (character === '"') this.isInString = false;
      return;
    }
    if (this.depth === 0 && character.trim() !== '') {
      if (character !== '[' || this.hasBegun) throw new BrokenInput(this.number, noArray);
      this.hasBegun = true;
    }
    if (character === '"') this.isInString = true;
    else if (character === '[' || character === '{') this.depth += 1;
    else if (character === ']' || character === '}') this.depth -= 1;
  }
}

/** The elements of a JSON array; never more than one element is held. */
export async function* elementsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<InputItem> {
  const splitter = new ArraySplitter();
  for await (const text of decode(source, () => splitter.number)) yield* splitter.take(text);
  splitter.end();
}
