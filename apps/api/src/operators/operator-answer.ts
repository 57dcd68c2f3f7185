import type { Operator } from '@spool/contracts';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import type { OperatorRecord } from '../store/operator-store.js';

/** An operator as the API shows it. */
export const operatorAnswer = (operator: OperatorRecord): Operator => ({
  id: operator.id,
  username: operator.username,
  role: operator.role,
  queues: [...operator.queuePatterns],
  source: operator.identity === null ? 'local' : 'oidc',
  enabled: operator.isEnabled,
  createdAt: isoTime(operator.createdAtMs),
  lastSignedInAt: isoTimeOrNull(operator.lastSignedInAtMs),
});
