import { mergeChanges, noChanges, type Changes } from './changes.js';

/** At one event a second at most, five minutes. */
const keptEvents = 300;

/** The latest events of this replica, so that a listener who was cut off is told what it missed. */
export class EventLog {
  private readonly kept: Changes[] = [];
  private count = 0;

  /** `epoch` tells the ids of this replica's life from those of others. */
  constructor(private readonly epoch: string) {}

  /** The id of the latest event. */
  get lastId(): string {
    return `${this.epoch}-${this.count}`;
  }

  /** Keeps an event. */
  add(changes: Changes): void {
    this.count += 1;
    this.kept.push(changes);
    if (this.kept.length > keptEvents) this.kept.shift();
  }

  /** All that changed after an event; null when that cannot be told: the id is another replica's, too old, or none. */
  since(id: string): Changes | null {
    const [, epoch, digits] = /^([0-9a-f]{1,32})-([0-9]{1,15})$/.exec(id) ?? [];
    const missed = this.count - Number(digits);
    if (epoch !== this.epoch || missed < 0 || missed > this.kept.length) return null;
    return missed === 0 ? noChanges : this.kept.slice(-missed).reduce(mergeChanges);
  }
}
