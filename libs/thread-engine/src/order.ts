/** A live task of a thread, as far as its place in the line goes. */
export interface Member {
  /** Decimal digits; compared as a number. */
  readonly id: string;
  readonly scheduledAtMs: number;
}

/** Compares two task ids as numbers, without losing digits: negative when `left` is smaller. */
export const compareIds = (left: string, right: string): number => {
  if (left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/** The line's order (R2): the smaller `(scheduledAt, id)` runs first. */
export const compareMembers = (left: Member, right: Member): number =>
  left.scheduledAtMs === right.scheduledAtMs
    ? compareIds(left.id, right.id)
    : left.scheduledAtMs - right.scheduledAtMs;
