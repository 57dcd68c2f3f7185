import type { Taken } from '../history/entry.js';

const remembered = 200;

const push = <Item>(items: Item[], item: Item): void => {
  items.push(item);
  if (items.length > remembered) items.shift();
};

/** What clients of one installation tell each other, so that operators find something to act on. */
export class Board {
  readonly recentIds: number[] = [];
  readonly deadIds: number[] = [];
  readonly recentHolds: Taken[] = [];
  /** Holds of tasks that somebody else has taken since, the latest last. */
  readonly overtakenHolds: Taken[] = [];
  /** About how many tasks are live. */
  live = 0;
  private markers = 0;

  /** A payload that no other task has. */
  newMarker(): string {
    this.markers += 1;
    return `m${this.markers}`;
  }

  noteTask(id: number): void {
    push(this.recentIds, id);
    this.live += 1;
  }

  noteHold(taken: Taken): void {
    const before = this.recentHolds.findLast(({ id }) => id === taken.id);
    if (before !== undefined) push(this.overtakenHolds, before);
    push(this.recentHolds, taken);
  }

  /** An earlier hold of a task that is held again. */
  overtakenHoldOf(id: number): Taken | undefined {
    return this.overtakenHolds.findLast((hold) => hold.id === id);
  }

  noteEnd(): void {
    this.live -= 1;
  }

  noteDead(id: number): void {
    push(this.deadIds, id);
    this.live -= 1;
  }
}
