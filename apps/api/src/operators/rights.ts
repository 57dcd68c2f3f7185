import type { OperatorPatch, Role } from '@spool/contracts';
import { SpoolError } from '../platform/spool-error.js';
import type { OperatorRecord } from '../store/operator-store.js';

const rank: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

/** An operator as a patch leaves it. */
export const patched = (operator: OperatorRecord, patch: OperatorPatch): OperatorRecord => ({
  ...operator,
  role: patch.role ?? operator.role,
  queuePatterns: patch.queues ?? operator.queuePatterns,
  isEnabled: patch.enabled ?? operator.isEnabled,
});

/** Whether an operator may do less than before: a pattern that is gone counts, unless all queues are covered. */
export const hasShrunk = (before: OperatorRecord, after: OperatorRecord): boolean =>
  rank[after.role] < rank[before.role] ||
  (before.isEnabled && !after.isEnabled) ||
  (!after.queuePatterns.includes('*') &&
    before.queuePatterns.some((pattern) => !after.queuePatterns.includes(pattern)));

/** Whether an operator can manage operators, and so repair what another one broke. */
const isAdministrator = ({ role, isEnabled, queuePatterns }: OperatorRecord): boolean =>
  role === 'admin' && isEnabled && queuePatterns.includes('*');

/** Checks that somebody can still manage operators once one of `all` has become `after` (null: is gone). Throws `conflict`. */
export const requireAdministrator = (
  all: readonly OperatorRecord[],
  id: string,
  after: OperatorRecord | null,
): void => {
  const remaining = all.flatMap((one) => (one.id === id ? (after ?? []) : one));
  if (remaining.some(isAdministrator) || !all.some(isAdministrator)) return;
  throw new SpoolError(
    'conflict',
    'This is the last enabled administrator of every queue: nobody could manage operators any more. Make another one first.',
  );
};
