import { unavailable } from './spool-error.js';

/** How many may be inside a gate at once, and how many may wait before it. */
export interface GateLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/** Lets a few through at once, first come first served: what is costly and open to everybody must not take everything. */
export class Gate {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  /** `refusal` tells whoever finds too many waiting. */
  constructor(
    private readonly limits: GateLimits,
    private readonly refusal: string,
  ) {}

  /** Does something inside. Throws what it throws, or `unavailable` where too many wait already. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.inside < this.limits.atOnce) {
      this.inside += 1;
      return;
    }
    if (this.waiting.length >= this.limits.waiting) throw unavailable(this.refusal);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The place goes to who has waited longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.inside -= 1;
    else next();
  }
}
