/** One event of a stream of server-sent events. */
export interface StreamedEvent {
  readonly name: string;
  /** From where a later stream goes on; null where the event has none. */
  readonly id: string | null;
  readonly data: string;
}

const fieldOf = (lines: readonly string[], name: string): string | null =>
  lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;

/** Finds the events in the text of a stream, however it is cut into pieces. */
export class EventReader {
  #rest = '';

  /** Takes the next piece; returns the events that it completes. */
  read(text: string): StreamedEvent[] {
    const blocks = `${this.#rest}${text}`.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const name = fieldOf(lines, 'event');
      return name === null ? [] : [{ name, id: fieldOf(lines, 'id'), data: fieldOf(lines, 'data') ?? '' }];
    });
  }
}
