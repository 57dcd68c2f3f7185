import type { Member, MemberReference, ThreadChange, ThreadSnapshot } from '../../src/index.js';
import { engine, type Engine } from '../memory-store/engine.js';

type Decide = Engine['decideThread'];

function withDecision(decideThread: Decide): Engine {
  return { ...engine, decideThread };
}

function mapMembers(snapshot: ThreadSnapshot, map: (member: Member) => Member): ThreadSnapshot {
  const { inProgress, head, earliestOther } = snapshot;
  return {
    ...snapshot,
    inProgress: inProgress === null ? null : map(inProgress),
    head: head === null ? null : map(head),
    earliestOther:
      earliestOther === null || earliestOther === 'not-loaded' ? earliestOther : map(earliestOther),
  };
}

/** Lets the engine decide over members in disguise, and takes the disguise off its plan. */
function decideDisguised(
  snapshot: ThreadSnapshot,
  changes: readonly ThreadChange[],
  disguise: { id: (id: string) => string; timeMs: (timeMs: number) => number },
): ReturnType<Decide> {
  const ids = new Map<string, string>();
  const times = new Map<string | number, number>();
  const hide = (member: Member): Member => {
    const id = disguise.id(member.id);
    ids.set(id, member.id);
    times.set(id, member.scheduledAtMs);
    return { id, scheduledAtMs: disguise.timeMs(member.scheduledAtMs) };
  };
  const hiddenSnapshot = mapMembers(snapshot, hide);
  const hiddenChanges = changes.map((change): ThreadChange => {
    if (change.kind === 'leaves') return { ...change, id: disguise.id(change.id) };
    if (change.kind === 'returns') return { kind: 'returns', ...hide(change) };
    times.set(change.arrival, change.scheduledAtMs);
    return { ...change, scheduledAtMs: disguise.timeMs(change.scheduledAtMs) };
  });
  const plan = engine.decideThread(hiddenSnapshot, hiddenChanges);
  const show = (reference: MemberReference | null): MemberReference | null => {
    if (reference === null) return null;
    if (reference.kind === 'arrival')
      return { ...reference, scheduledAtMs: times.get(reference.arrival) ?? 0 };
    return { ...reference, id: ids.get(reference.id) ?? '', scheduledAtMs: times.get(reference.id) ?? 0 };
  };
  const demotedId = plan.demotedId === null ? null : (ids.get(plan.demotedId) ?? null);
  return { ...plan, front: show(plan.front), promoted: show(plan.promoted), demotedId };
}

const asItIs = (id: string): string => id;
const sameTime = (timeMs: number): number => timeMs;

/** Engines with one wrong decision in what they make of a thread. */
export const wrongThreadDecisions: Readonly<Record<string, Engine>> = {
  'the head is chosen by id alone': withDecision((snapshot, changes) =>
    decideDisguised(snapshot, changes, { id: asItIs, timeMs: () => 0 }),
  ),
  'ids are compared as text': withDecision((snapshot, changes) =>
    decideDisguised(snapshot, changes, { id: (id) => id.padEnd(19, '0'), timeMs: sameTime }),
  ),
  'a head is elected while a member is in progress': withDecision((snapshot, changes) => {
    const plan = engine.decideThread(snapshot, changes);
    const arrival = changes.find((change) => change.kind === 'arrives');
    if (snapshot.inProgress === null || plan.promoted !== null || arrival === undefined) return plan;
    return { ...plan, promoted: { ...arrival, kind: 'arrival' } };
  }),
  'a retry is put at the front regardless': withDecision((snapshot, changes) => {
    const plan = engine.decideThread(snapshot, changes);
    const retried = changes.find(
      (change) => change.kind === 'returns' && change.id === snapshot.inProgress?.id,
    );
    if (retried?.kind !== 'returns') return plan;
    const front: MemberReference = { ...retried, kind: 'member' };
    return { ...plan, front, promoted: front };
  }),
  'a displaced head stays a candidate': withDecision((snapshot, changes) => ({
    ...engine.decideThread(snapshot, changes),
    demotedId: null,
  })),
  'nobody is displaced by an earlier arrival': withDecision((snapshot, changes) => {
    const plan = engine.decideThread(snapshot, changes);
    const { head } = snapshot;
    if (head === null || plan.demotedId === null || plan.front?.kind !== 'arrival') return plan;
    return { ...plan, front: { kind: 'member', ...head }, promoted: null, demotedId: null };
  }),
  'nobody is promoted when a running member leaves': withDecision((snapshot, changes) => {
    const plan = engine.decideThread(snapshot, changes);
    const leaves = changes.some(
      (change) => change.kind === 'leaves' && change.id === snapshot.inProgress?.id,
    );
    return leaves ? { ...plan, promoted: null } : plan;
  }),
  'the size is not counted down': withDecision((snapshot, changes) => {
    const plan = engine.decideThread(snapshot, changes);
    return { ...plan, size: plan.size === 0 ? 0 : Math.max(plan.size, snapshot.size) };
  }),
};

/** Engines with one wrong decision about a lease or an attempt. */
export const wrongLeaseDecisions: Readonly<Record<string, Engine>> = {
  'the token check is left out': {
    ...engine,
    judgeClaim: (standing, token) =>
      standing.currentToken === null ? engine.judgeClaim(standing, token) : { kind: 'current' },
  },
  'what a token settled is forgotten': {
    ...engine,
    judgeClaim: (standing, token) => engine.judgeClaim({ ...standing, settledAs: null }, token),
  },
  'one attempt too many is allowed': {
    ...engine,
    decideFailure: (failed) => engine.decideFailure({ ...failed, maxAttempts: failed.maxAttempts + 1 }),
  },
  'a failure for good is retried': {
    ...engine,
    decideFailure: (failed) => engine.decideFailure({ ...failed, retryable: true }),
  },
  'a release counts as an attempt': {
    ...engine,
    decideRelease: (released) => ({ ...engine.decideRelease(released), attempt: released.attempt }),
  },
  'a restart keeps its old place': { ...engine, scheduleRestart: () => 0 },
  'an explicit time in the past becomes now': {
    ...engine,
    scheduleArrival: (arrival) => {
      const { requestedAtMs, nowMs } = arrival;
      return engine.scheduleArrival({
        ...arrival,
        requestedAtMs: requestedAtMs === null ? null : Math.max(requestedAtMs, nowMs),
      });
    },
  },
};

/** Engines with one wrong decision that shows only with clocks that step back, or with two kinds of queues. */
export const wrongQueueDecisions: Readonly<Record<string, Engine>> = {
  'arrivals follow a clock that steps back': {
    ...engine,
    scheduleArrival: (arrival) => engine.scheduleArrival({ ...arrival, lastArrivalMs: null }),
  },
  'explicit times push arrivals back': {
    ...engine,
    scheduleArrival: (arrival) => {
      const { scheduledAtMs } = engine.scheduleArrival(arrival);
      return { scheduledAtMs, lastArrivalMs: Math.max(scheduledAtMs, arrival.lastArrivalMs ?? 0) };
    },
  },
  'a fair queue is not fair': { ...engine, candidateAtMs: (_ordering, scheduledAtMs) => scheduledAtMs },
  'the dead of a discarding queue are kept': {
    ...engine,
    decideBurial: (policy) => (policy.mode === 'discard' ? 'rest' : engine.decideBurial(policy)),
  },
  'a retry that waits is called scheduled': {
    ...engine,
    phaseOf: (standing) => engine.phaseOf({ ...standing, attempt: 0 }),
  },
  'a lease outlasts maxRunMs': {
    ...engine,
    leaseExpiryMs: (term) => engine.leaseExpiryMs({ ...term, maxRunMs: 0 }),
  },
};
