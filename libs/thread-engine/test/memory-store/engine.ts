import * as threadEngine from '../../src/index.js';

/** The engine's decisions, as the store calls them: a control may put a wrong one in the place of any. */
export type Engine = Pick<
  typeof threadEngine,
  | 'backoffDelayMs'
  | 'candidateAtMs'
  | 'decideBurial'
  | 'decideFailure'
  | 'decideRelease'
  | 'decideThread'
  | 'judgeClaim'
  | 'leaseExpiryMs'
  | 'needsEarliestOther'
  | 'phaseOf'
  | 'scheduleArrival'
  | 'scheduleRestart'
>;

/** The engine as it is. */
export const engine: Engine = threadEngine;
