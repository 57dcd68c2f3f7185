/** A dequeue's answer about one member of a thread. */
export interface TakenMember {
  readonly id: string;
  readonly threadId: string;
  readonly leaseToken: string;
  /** By the database's clock, as are all times here: the tests run on its machine. */
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
}

interface Hold extends TakenMember {
  /** Until when it certainly lasted: its worker had not yet asked to end it, and it had not lapsed. */
  untilMs: number;
}

/**
 * What workers know of the leases they had. A hold begins at the time that the database gave it and ends, at the
 * earliest, when somebody asks to end it: so two holds of a thread that overlap here have overlapped.
 */
export class HoldLog {
  private readonly holds = new Map<string, Hold>();
  private readonly tokenOfTask = new Map<string, string>();
  /** When a task's deletion was asked for: its dequeue may be told later. */
  private readonly deletingAtMs = new Map<string, number>();

  get size(): number {
    return this.holds.size;
  }

  noteTaken(taken: TakenMember): void {
    if (this.holds.has(taken.leaseToken)) throw new Error(`Token ${taken.leaseToken} was given twice.`);
    const untilMs = Math.min(taken.expiresAtMs, this.deletingAtMs.get(taken.id) ?? taken.expiresAtMs);
    this.holds.set(taken.leaseToken, { ...taken, untilMs });
    this.tokenOfTask.set(taken.id, taken.leaseToken);
  }

  /** Call before a request that ends a hold is sent. */
  noteEnding(leaseToken: string): void {
    const hold = this.holds.get(leaseToken);
    if (hold !== undefined) hold.untilMs = Math.min(hold.untilMs, Date.now());
  }

  /** Call before a task is asked to be deleted, whoever holds it. */
  noteDeleting(id: string): void {
    this.deletingAtMs.set(id, this.deletingAtMs.get(id) ?? Date.now());
    const token = this.tokenOfTask.get(id);
    if (token !== undefined) this.noteEnding(token);
  }

  /** Every place where a thread's later token did not begin after its earlier one had ended. */
  violations(): string[] {
    const byThread = new Map<string, Hold[]>();
    for (const hold of this.holds.values()) {
      const holds = byThread.get(hold.threadId) ?? [];
      holds.push(hold);
      byThread.set(hold.threadId, holds);
    }
    return [...byThread.values()].flatMap((holds) => violationsOf(holds));
  }
}

const violationsOf = (holds: readonly Hold[]): string[] => {
  const byToken = holds.toSorted((left, right) =>
    BigInt(left.leaseToken) < BigInt(right.leaseToken) ? -1 : 1,
  );
  return byToken.flatMap((later, index) => {
    const earlier = byToken[index - 1];
    if (earlier === undefined || later.startedAtMs >= earlier.untilMs) return [];
    return [
      `Thread ${later.threadId}: task ${later.id} with token ${later.leaseToken} began at ${later.startedAtMs}, ` +
        `but task ${earlier.id} with token ${earlier.leaseToken} was held until ${earlier.untilMs}.`,
    ];
  });
};
