import type { ItemRefusal } from '@spool/contracts';
import { judgeClaim, type ClaimVerdict, type SettledAs, type TaskStanding } from '@spool/thread-engine';
import type { Act } from '../platform/act.js';
import { coversQueue } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import type { Outcome } from '../store/transitions/outcome.js';
import type { HeldTask, Situation } from '../store/transitions/situation.js';
import { Standings, type Claim } from '../store/transitions/standings.js';

/** What somebody wants to do with a task that they say they hold. */
export interface Petition {
  readonly claim: Claim;
  readonly act: Act;
  /** What becomes of the task if the claim holds. */
  decide(task: HeldTask, situation: Situation): Outcome;
}

/** A petition that holds, with its task, or the refusal that answers it. */
export type Judged<Of extends Petition> =
  | { readonly petition: Of; readonly task: HeldTask; readonly outcome: Outcome; readonly refusal: null }
  | { readonly petition: Of; readonly refusal: ItemRefusal };

const details: Readonly<Record<Exclude<ClaimVerdict['kind'], 'current'>, string>> = {
  task_not_found: 'There is no such task: it never existed, was deleted, or its retention ended.',
  lease_lost: 'This lease no longer holds the task: it lapsed, was released, or belongs to another dequeue.',
  already_settled: 'This token has settled the task before.',
};

/** The answer to a claim that does not hold. */
export const refusalOf = (id: string, verdict: Exclude<ClaimVerdict, { kind: 'current' }>): ItemRefusal => ({
  id,
  status: 'error',
  code: verdict.kind,
  detail: details[verdict.kind],
  ...(verdict.kind === 'already_settled' ? { outcome: verdict.outcome } : {}),
});

/** A claim that was accepted, and what it settled. */
interface Accepted {
  readonly leaseToken: string;
  readonly settledAs: SettledAs | null;
}

/** Where a task stands for a later claim of the same batch, after the first one has ended its lease. */
const standingAfter = (standing: TaskStanding, { leaseToken, settledAs }: Accepted, claim: Claim) => ({
  ...standing,
  currentToken: null,
  settledAs: claim.leaseToken === leaseToken ? settledAs : standing.settledAs,
});

/** What an outcome settles, for the token that brought it about. */
const settledBy = ({ kind }: Outcome): SettledAs | null =>
  kind === 'completed' || kind === 'retrying' || kind === 'dead' ? kind : null;

/**
 * Judges petitions in order (R12). The first one on a task counts; a later one is told what the first did. Each caller
 * sees the tasks of its own queues only.
 */
export const judgePetitions = async <Of extends Petition>(
  sql: Sql,
  situation: Situation,
  petitions: readonly Of[],
): Promise<Judged<Of>[]> => {
  const held = { holdings: situation.tasks, queues: situation.queues };
  const standings = await Standings.read(
    sql,
    held,
    petitions.map(({ claim }) => claim),
  );
  const accepted = new Map<string, Accepted>();
  return petitions.map((petition): Judged<Of> => {
    const { claim, act } = petition;
    const standing = standings.of(claim, ({ name }) => coversQueue(act.caller, name));
    const first = accepted.get(claim.id);
    const verdict = judgeClaim(
      first === undefined ? standing : standingAfter(standing, first, claim),
      claim.leaseToken,
    );
    const task = situation.tasks.get(claim.id);
    if (verdict.kind !== 'current') return { petition, refusal: refusalOf(claim.id, verdict) };
    if (task === undefined) throw new Error(`Task ${claim.id} is held but was not locked.`);
    const outcome = petition.decide(task, situation);
    accepted.set(claim.id, { leaseToken: claim.leaseToken, settledAs: settledBy(outcome) });
    return { petition, task, outcome, refusal: null };
  });
};
