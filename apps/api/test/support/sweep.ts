import { ExpireLeases } from '../../src/maintenance/expire-leases.js';
import { PruneFinished } from '../../src/maintenance/prune-finished.js';
import { PruneTraces } from '../../src/maintenance/prune-traces.js';
import type { TestSibling } from './spool.js';

/** Lets the scheduled jobs that change tasks look once, now. */
export const sweepOnce = async ({
  application: { app },
}: Pick<TestSibling, 'application'>): Promise<void> => {
  await app.get(ExpireLeases).run();
  await app.get(PruneFinished).run();
  await app.get(PruneTraces).run();
};
