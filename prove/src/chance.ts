import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Repeatable chance: the same seed makes the same choices. */
export class Chance {
  private readonly generator;

  constructor(seed: number) {
    this.generator = xoroshiro128plus(seed);
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return uniformInt(this.generator, from, to);
  }

  /** True in so many of a hundred cases. */
  happens(percent: number): boolean {
    return this.between(1, 100) <= percent;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : items[this.between(0, items.length - 1)];
  }

  /** Chance of its own for a part of the work, so that parts do not disturb each other's choices. */
  fork(): Chance {
    return new Chance(this.between(-0x80000000, 0x7fffffff));
  }
}
