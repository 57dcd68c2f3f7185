import type { Finding } from '../stage.js';
import type { Installation } from './installation.js';
import type { Mendings } from './mended.js';

/** Nothing was damaged by hand: whatever had to be mended, or is wrong in the rows, is a finding. */
export const inspect = async (
  installation: Installation,
): Promise<{ findings: Finding[]; mendings: Mendings }> => {
  const mendings = await installation.mendings();
  const { repairs, refusedLeases } = mendings;
  const findings: Finding[] = [];
  if (repairs > 0) findings.push({ rule: 'repaired', text: `the reconciliation repaired ${repairs} rows` });
  if (refusedLeases > 0)
    findings.push({ rule: 'refused', text: `the lease's key refused a second lease ${refusedLeases} times` });
  for (const text of await installation.audit()) findings.push({ rule: 'audit', text });
  return { findings, mendings };
};
