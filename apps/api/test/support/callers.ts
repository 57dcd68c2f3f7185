import type { Permission } from '@spool/contracts';
import type { Caller } from '../../src/platform/caller.js';

/** A key’s caller, as the HTTP edge would make it. */
export const aCaller = (permissions: Permission[], queuePatterns: string[] = ['*']): Caller => ({
  name: 'key:test',
  actor: { type: 'api-key', id: 'test', name: 'a test' },
  permissions: new Set(permissions),
  queuePatterns,
});
