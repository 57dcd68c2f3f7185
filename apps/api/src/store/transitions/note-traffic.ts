import { taskOf, type Work } from './work.js';

/** Notes for the statistics what became of attempts, and how long they ran. */
export const noteTraffic = ({ situation, outcomes, tallies: { traffic } }: Work): void => {
  for (const outcome of outcomes) {
    if (outcome.kind === 'returned' || outcome.kind === 'deleted') continue;
    const { queueId, lease } = taskOf(situation, outcome.id);
    if (lease !== null) traffic.addDuration(queueId, 'run', situation.nowMs - lease.startedAtMs);
    traffic.add(queueId, outcome.kind === 'completed' ? 'completed' : 'failed');
    if (outcome.kind === 'dead') traffic.add(queueId, 'died');
    if (outcome.kind !== 'completed' && outcome.failure.lapsed) traffic.add(queueId, 'lapsed');
  }
};
