import type { AuditAction, AuditEntry } from '@spool/contracts';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';

const idOf = ({ id }: AuditEntry): string => id;

/** Which acts a list shows. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly target?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Acts, newest first. */
export const useAudit = (filter: AuditFilter) =>
  useLiveList({
    queryKey: ['audit', filter],
    fetchPage: (cursor, signal) => client.audit.list({ ...filter, limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });
