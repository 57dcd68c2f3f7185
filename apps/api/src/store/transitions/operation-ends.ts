import type { CountKind } from '../operation-count-store.js';
import { readRestartedFrom, storeOutcomes, type TaskOutcome } from '../operation-task-store.js';
import { staysLive, type Outcome } from './outcome.js';
import { taskOf, type Work } from './work.js';

type Ending = Exclude<Outcome, { kind: 'retrying' | 'returned' }>;

interface End {
  readonly outcome: 'passed' | 'failed_again' | 'removed';
  readonly kind: CountKind;
  readonly newGroup: string | null;
}

const endOf = (ending: Ending, groupBefore: string | null): End => {
  switch (ending.kind) {
    case 'completed':
      return { outcome: 'passed', kind: 'passed', newGroup: null };
    case 'deleted':
      return { outcome: 'removed', kind: 'removed', newGroup: null };
    case 'dead': {
      const { group } = ending.failure;
      const kind = group === groupBefore ? 'failedAgainAlike' : 'failedAgainAnew';
      return { outcome: 'failed_again', kind, newGroup: group };
    }
  }
};

const isEnding = (outcome: Outcome): outcome is Ending => !staysLive(outcome);

/**
 * Notes, for the operations that await it, what became of restarted tasks: in the transaction that ends them, so that
 * nothing can come between. A task that is no restart costs nothing here.
 */
export const noteEnds = async ({ sql, situation, outcomes, tallies }: Work): Promise<void> => {
  const endings = outcomes.filter(isEnding);
  const restartedFrom = endings.flatMap(({ id }) => taskOf(situation, id).restartedFrom ?? []);
  if (restartedFrom.length === 0) return;
  const awaited = await readRestartedFrom(sql, restartedFrom);
  const ended: TaskOutcome[] = [];
  for (const ending of endings) {
    const covered = awaited.get(ending.id);
    if (covered === undefined) continue;
    const { operationId, place } = covered;
    const { outcome, kind, newGroup } = endOf(ending, covered.group);
    ended.push({ operationId, place, outcome, code: null, newId: ending.id, newGroup });
    tallies.operations.add({ operationId, kind, group: newGroup, sampleId: ending.id });
  }
  storeOutcomes(sql, ended);
};
