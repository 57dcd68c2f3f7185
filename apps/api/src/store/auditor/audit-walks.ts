import { leaseChecks } from './lease-checks.js';
import { lineChecks, threadChecks } from './line-checks.js';
import { coveredTaskChecks, operationChecks } from './operation-checks.js';
import { deadTaskChecks, taskChecks } from './task-checks.js';

/** A table that the auditor walks along an index, a page at a time, and what must hold of each page. */
export interface AuditWalk {
  /** What its rows are, for people. */
  readonly name: string;
  readonly table: string;
  /** The first column of an index; all rows of one value are in one page. */
  readonly key: string;
  /** Smaller than every value of the key. */
  readonly start: string;
  /** Statements that answer contradictions as sentences. */
  readonly checks: readonly string[];
}

const smallestId = '0';
const smallestKey = '';

/** Every walk of the auditor. */
export const auditWalks: readonly AuditWalk[] = [
  { name: 'leases', table: 'leases', key: 'slot', start: smallestKey, checks: leaseChecks },
  { name: 'members of threads', table: 'tasks', key: 'thread_key', start: smallestKey, checks: lineChecks },
  { name: 'threads', table: 'threads', key: 'thread_key', start: smallestKey, checks: threadChecks },
  { name: 'live tasks', table: 'tasks', key: 'id', start: smallestId, checks: taskChecks },
  { name: 'dead tasks', table: 'dead_tasks', key: 'id', start: smallestId, checks: deadTaskChecks },
  {
    name: 'tasks of operations',
    table: 'operation_tasks',
    key: 'operation_id',
    start: smallestId,
    checks: coveredTaskChecks,
  },
  { name: 'operations', table: 'operations', key: 'id', start: smallestId, checks: operationChecks },
];
