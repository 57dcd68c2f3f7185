import type { Permission } from '@spool/contracts';
import type { Act } from '../../src/platform/act.js';
import type { Caller } from '../../src/platform/caller.js';

/** A key’s caller, as the HTTP edge would make it. */
export const aCaller = (permissions: Permission[], queuePatterns: string[] = ['*']): Caller => ({
  name: 'key:test',
  actor: { type: 'api-key', id: 'test', name: 'a test' },
  permissions: new Set(permissions),
  queuePatterns,
});

/** What a caller does, as the HTTP edge would hand it on: with a key, what workers and producers do is not audited. */
export const anAct = (caller: Caller = aCaller(['enqueue', 'work'])): Act => ({
  action: 'task.complete',
  caller,
  requestId: null,
  address: null,
  isAudited: false,
});
