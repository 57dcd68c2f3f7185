import { expect } from '@jest/globals';
import { expectCleanAudit } from './auditor.js';
import type { TestSibling, TestSpool } from './spool.js';

/** What a replica counts when it had to mend rows that contradict each other. */
const mendingMetrics = ['spool_reconciliation_repairs_total', 'spool_refused_leases_total'];

const countMendings = async ({ application }: TestSibling): Promise<number> => {
  let mendings = 0;
  for (const name of mendingMetrics) {
    const metric = await application.parts.metrics.registry.getSingleMetric(name)?.get();
    if (metric === undefined) throw new Error(`There is no metric ${name}.`);
    mendings += metric.values.reduce((sum, { value }) => sum + value, 0);
  }
  return mendings;
};

/**
 * Fails the test unless the auditor finds nothing, and none of these replicas had anything to repair: what only outside
 * hands can damage must not come about by itself and be mended in silence.
 */
export const expectUndamaged = async (
  spool: TestSpool,
  ...siblings: readonly TestSibling[]
): Promise<void> => {
  await expectCleanAudit(spool);
  expect(await Promise.all([spool, ...siblings].map(countMendings))).toEqual([0, ...siblings.map(() => 0)]);
};
