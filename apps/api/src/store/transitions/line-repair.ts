import { decideRelease, decideThread, type ThreadChange } from '@spool/thread-engine';
import type { Lease } from '../lease-store.js';
import type { LiveTask } from '../task-store.js';
import type { ThreadRecord } from '../thread-store.js';
import type { RepairKind } from './suspect.js';

/** A locked line: a thread, or a task without one. */
export interface LineFacts {
  readonly slot: string;
  /** What is in the slot, right or wrong. */
  readonly lease: Lease | null;
  /** Null for the line of a task without a thread. */
  readonly thread: ThreadFacts | null;
  /** The members that matter: front, earliest, candidates, the leased one. */
  readonly members: readonly LiveTask[];
}

/** What a thread's row says, and what is true. */
export interface ThreadFacts {
  readonly record: ThreadRecord;
  /** True when this transaction has made the row. */
  readonly wasMissing: boolean;
  readonly earliestId: string | null;
  readonly size: number;
}

/** What is to be written so that a line is right again. */
export interface LineRepair {
  readonly kinds: readonly RepairKind[];
  readonly endsLease: boolean;
  /** Members that may not be dequeued. */
  readonly demoted: readonly LiveTask[];
  /** The member that may be dequeued from now on. */
  readonly promoted: LiveTask | null;
  /** The thread's row as it has to be; null to delete it; undefined to leave it. */
  readonly thread: { readonly frontId: string; readonly size: number } | null | undefined;
}

/** A locked line and what is to be done about it. */
export interface DecidedLine {
  readonly facts: LineFacts;
  readonly repair: LineRepair;
}

const holderOf = ({ lease, members }: LineFacts): LiveTask | null =>
  members.find(({ id }) => id === lease?.taskId) ?? null;

/**
 * The members that are in nobody's hands although they have no attempt left, each with the attempts it gets
 * back: its lease was lost before any word of its worker, so that dequeue counts as undone (R11).
 */
export const undoneAttempts = (facts: LineFacts): Map<string, number> => {
  const holder = holderOf(facts);
  const spent = facts.members.filter((task) => task !== holder && task.attempt >= task.maxAttempts);
  return new Map(
    spent.map(({ id, attempt, scheduledAtMs }) => [
      id,
      decideRelease({ attempt, scheduledAtMs, delayMs: null, nowMs: scheduledAtMs }).attempt,
    ]),
  );
};

/** Decides what makes a line right again; without kinds nothing is wrong. */
export const decideLineRepair = (facts: LineFacts): LineRepair =>
  facts.thread === null ? repairOfTask(facts) : repairOfThread(facts, facts.thread);

const repairOfTask = (facts: LineFacts): LineRepair => {
  const holder = holderOf(facts);
  const endsLease = facts.lease !== null && holder === null;
  const demoted = holder !== null && holder.readyAtMs !== null ? [holder] : [];
  const stalled = holder === null ? facts.members.find(({ readyAtMs }) => readyAtMs === null) : undefined;
  const kinds: RepairKind[] = [];
  if (endsLease) kinds.push('stray_lease');
  if (demoted.length > 0) kinds.push('leased_candidate');
  if (stalled !== undefined) kinds.push('stalled_task');
  return { kinds, endsLease, demoted, promoted: stalled ?? null, thread: undefined };
};

const repairOfThread = (facts: LineFacts, thread: ThreadFacts): LineRepair => {
  const { record, wasMissing, size } = thread;
  const holder = holderOf(facts);
  const endsLease = facts.lease !== null && holder === null;
  const strayLease: RepairKind[] = endsLease ? ['stray_lease'] : [];
  if (thread.earliestId === null) {
    const kinds: RepairKind[] = [...strayLease, ...(wasMissing ? [] : (['empty_thread'] as const))];
    return { kinds, endsLease, demoted: [], promoted: null, thread: null };
  }
  const elected = elect(facts, thread, holder);
  const kinds = [...strayLease, ...elected.kinds, ...kindsOfRow(thread, elected.frontId)];
  const isRowWrong = wasMissing || record.frontId !== elected.frontId || record.size !== size;
  return {
    ...elected,
    kinds,
    endsLease,
    thread: isRowWrong ? { frontId: elected.frontId, size } : undefined,
  };
};

const kindsOfRow = ({ record, wasMissing, size }: ThreadFacts, frontId: string): RepairKind[] => {
  if (wasMissing) return ['missing_thread'];
  const kinds: RepairKind[] = [];
  if (record.frontId !== frontId) kinds.push('wrong_front');
  if (record.size !== size) kinds.push('wrong_size');
  return kinds;
};

/** Asks the engine who is the thread's front: the earliest member comes up for election as one that returns. */
const elect = (
  { members }: LineFacts,
  { record, earliestId, size }: ThreadFacts,
  holder: LiveTask | null,
) => {
  const candidates = members.filter(({ readyAtMs }) => readyAtMs !== null);
  const head =
    holder === null ? (candidates.find(({ id }) => id === record.frontId) ?? candidates[0] ?? null) : null;
  const earliest = members.find(({ id }) => id === earliestId);
  if (earliest === undefined) throw new Error(`The earliest member of thread ${record.key} was not locked.`);
  const changes: ThreadChange[] =
    holder === null && head?.id !== earliest.id
      ? [{ kind: 'returns', id: earliest.id, scheduledAtMs: earliest.scheduledAtMs }]
      : [];
  const plan = decideThread({ inProgress: holder, head, earliestOther: 'not-loaded', size }, changes);
  if (plan.front?.kind !== 'member') throw new Error(`Thread ${record.key} has members but no front.`);
  const frontId = plan.front.id;
  const demoted = candidates.filter(({ id }) => holder !== null || id !== frontId);
  const promotedId = plan.promoted?.kind === 'member' ? plan.promoted.id : null;
  const promoted = members.find(({ id }) => id === promotedId) ?? null;
  return { frontId, demoted, promoted, kinds: kindsOfElection(holder, demoted, promoted) };
};

const kindsOfElection = (
  holder: LiveTask | null,
  demoted: readonly LiveTask[],
  promoted: LiveTask | null,
): RepairKind[] => {
  if (holder !== null) return demoted.length > 0 ? ['leased_candidate'] : [];
  if (promoted !== null) return demoted.length > 0 ? ['wrong_head'] : ['stalled_thread'];
  return demoted.length > 0 ? ['second_candidate'] : [];
};
