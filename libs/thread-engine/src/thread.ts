import { compareMembers, type Member } from './order.js';

/**
 * What a decision needs to know of a thread: never more than these, so that a thread of a million members
 * costs what a thread of two costs. `inProgress` and `head` are not both there: while a member is
 * IN_PROGRESS nobody may be dequeued, and the earliest of the waiting is `earliestOther`.
 */
export interface ThreadSnapshot {
  readonly inProgress: Member | null;
  /** The member that may be dequeued when its time has come; null while one is IN_PROGRESS. */
  readonly head: Member | null;
  /** The earliest member that is neither of the two nor named by a change; see {@link needsEarliestOther}. */
  readonly earliestOther: Member | null | 'not-loaded';
  readonly size: number;
}

/** One thing that happens to a thread. Arrivals are numbered in the order in which they get their ids. */
export type ThreadChange =
  | { readonly kind: 'arrives'; readonly arrival: number; readonly scheduledAtMs: number }
  | { readonly kind: 'returns'; readonly id: string; readonly scheduledAtMs: number }
  | { readonly kind: 'leaves'; readonly id: string };

/** A member after the change: one that was there, or an arrival that has no id yet. */
export type MemberReference =
  | { readonly kind: 'member'; readonly id: string; readonly scheduledAtMs: number }
  | { readonly kind: 'arrival'; readonly arrival: number; readonly scheduledAtMs: number };

/** What becomes of a thread. */
export interface ThreadPlan {
  /** Members afterwards; at 0 the thread ceases to exist (R10). */
  readonly size: number;
  /** The IN_PROGRESS member, else the head; null only for a thread that ends. */
  readonly front: MemberReference | null;
  /** The member to be made a candidate for dequeue, if it is not one already as it stands. */
  readonly promoted: MemberReference | null;
  /** The former head that is displaced and may no longer be dequeued (R3). */
  readonly demotedId: string | null;
}

/** A decision was asked for with a snapshot that cannot be: a fault of the caller, not of its input. */
export class ImpossibleSnapshot extends Error {
  override readonly name = 'ImpossibleSnapshot';
}

/** Whether a decision about these changes needs the earliest member behind: only if the front leaves or moves. */
export const needsEarliestOther = (
  snapshot: Pick<ThreadSnapshot, 'inProgress' | 'head'>,
  changes: readonly ThreadChange[],
): boolean => {
  const frontId = (snapshot.inProgress ?? snapshot.head)?.id;
  return changes.some((change) => change.kind !== 'arrives' && change.id === frontId);
};

const compareReferences = (left: MemberReference, right: MemberReference): number => {
  if (left.scheduledAtMs !== right.scheduledAtMs) return left.scheduledAtMs - right.scheduledAtMs;
  if (left.kind === 'arrival' && right.kind === 'arrival') return left.arrival - right.arrival;
  // An arrival gets a larger id than every member that was there.
  if (left.kind === 'arrival') return 1;
  if (right.kind === 'arrival') return -1;
  return compareMembers(left, right);
};

const referTo = (member: Member): MemberReference => ({
  kind: 'member',
  id: member.id,
  scheduledAtMs: member.scheduledAtMs,
});

const competitorsOf = (snapshot: ThreadSnapshot, changes: readonly ThreadChange[]): MemberReference[] => {
  const named = new Set(changes.map((change) => (change.kind === 'arrives' ? null : change.id)));
  const competitors: MemberReference[] = [];
  if (snapshot.head !== null && !named.has(snapshot.head.id)) competitors.push(referTo(snapshot.head));
  if (needsEarliestOther(snapshot, changes)) {
    if (snapshot.earliestOther === 'not-loaded') {
      throw new ImpossibleSnapshot(
        'The front leaves or moves: the earliest member behind it must be loaded.',
      );
    }
    if (snapshot.earliestOther !== null) competitors.push(referTo(snapshot.earliestOther));
  }
  for (const change of changes) {
    if (change.kind === 'arrives') {
      competitors.push({ kind: 'arrival', arrival: change.arrival, scheduledAtMs: change.scheduledAtMs });
    } else if (change.kind === 'returns') {
      competitors.push({ kind: 'member', id: change.id, scheduledAtMs: change.scheduledAtMs });
    }
  }
  return competitors;
};

const isAsItStands = (snapshot: ThreadSnapshot, elected: MemberReference): boolean =>
  elected.kind === 'member' &&
  snapshot.head !== null &&
  snapshot.head.id === elected.id &&
  snapshot.head.scheduledAtMs === elected.scheduledAtMs;

const demotedBy = (
  snapshot: ThreadSnapshot,
  elected: MemberReference,
  changes: readonly ThreadChange[],
): string | null => {
  const { head } = snapshot;
  if (head === null || (elected.kind === 'member' && elected.id === head.id)) return null;
  const hasLeft = changes.some((change) => change.kind === 'leaves' && change.id === head.id);
  return hasLeft ? null : head.id;
};

/**
 * Decides what a batch of changes makes of a thread: who is its front, who may now be dequeued and who no
 * longer may (R1, R2, R3, R5, R6, R8, R10). A member that is IN_PROGRESS is never interrupted.
 * Each task may be named by one change only.
 */
export const decideThread = (snapshot: ThreadSnapshot, changes: readonly ThreadChange[]): ThreadPlan => {
  if (snapshot.inProgress !== null && snapshot.head !== null) {
    throw new ImpossibleSnapshot('A thread with a member IN_PROGRESS has no head that may be dequeued.');
  }
  const arrived = changes.filter((change) => change.kind === 'arrives').length;
  const left = changes.filter((change) => change.kind === 'leaves').length;
  const size = snapshot.size + arrived - left;
  if (size < 0) throw new ImpossibleSnapshot('More members left than the thread had.');
  if (size === 0) return { size, front: null, promoted: null, demotedId: null };

  const running = snapshot.inProgress;
  const runsOn =
    running !== null && !changes.some((change) => change.kind !== 'arrives' && change.id === running.id);
  if (runsOn) return { size, front: referTo(running), promoted: null, demotedId: null };

  const elected = competitorsOf(snapshot, changes).toSorted(compareReferences)[0];
  if (elected === undefined) throw new ImpossibleSnapshot('A thread with members has nobody to elect.');
  return {
    size,
    front: elected,
    promoted: isAsItStands(snapshot, elected) ? null : elected,
    demotedId: demotedBy(snapshot, elected, changes),
  };
};
