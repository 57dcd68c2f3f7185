import type { Entry } from './entry.js';

let startedAtMs = performance.timeOrigin;

/** Milliseconds since 1970, with fractions, by a clock that steps only at {@link setClock}. */
export const nowMs = (): number => startedAtMs + performance.now();

/** A clock that never steps drifts from the database's within hours: it is set before each installation's history. */
export const setClock = (): void => {
  startedAtMs = Date.now() - performance.now();
};

/** Writes down what clients asked and what they were told. */
export class Recorder {
  readonly entries: Entry[] = [];
  private readonly discarded = new Set<number>();
  private readonly perhapsDiscarded = new Set<number>();
  private numbers = 0;

  /** The number of the next call. */
  nextNumber(): number {
    this.numbers += 1;
    return this.numbers;
  }

  note(entry: Entry): void {
    this.entries.push(entry);
  }

  /** Tasks that died in a queue that drops its dead. */
  noteDiscarded(ids: readonly number[]): void {
    for (const id of ids) this.discarded.add(id);
  }

  /** Tasks that may be dropped after their clients have gone. */
  notePerhapsDiscarded(ids: readonly number[]): void {
    for (const id of ids) this.perhapsDiscarded.add(id);
  }

  /** The ids of all tasks that were acknowledged, restarted ones' new ids among them. */
  acknowledgedIds(): Set<number> {
    const ids = new Set<number>();
    for (const { answer } of this.entries) {
      for (const { id } of answer?.admitted ?? []) ids.add(id);
      for (const { newId, status } of answer?.results ?? [])
        if (status === 'ok' && newId !== undefined) ids.add(newId);
    }
    return ids;
  }

  /** The ids of what is gone for certain: deletion was acknowledged, or they were discarded. */
  goneIds(): Set<number> {
    const deleted = this.deletions((entry, index) => entry.answer?.results[index]?.status === 'ok');
    return new Set([...deleted, ...this.discarded]);
  }

  /** The ids whose deletion may have happened. */
  perhapsDeletedIds(): Set<number> {
    return new Set([...this.deletions(({ fate }) => fate === 'unknown'), ...this.perhapsDiscarded]);
  }

  private deletions(counts: (entry: Entry, index: number) => boolean): number[] {
    return this.entries.flatMap((entry) =>
      entry.asked.items.flatMap(({ verb, id }, index) =>
        verb === 'delete' && counts(entry, index) ? [id] : [],
      ),
    );
  }
}
