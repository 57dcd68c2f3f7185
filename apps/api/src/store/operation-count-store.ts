import type { OperationFailureCode, RepeatedFailure } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { namesByNumber } from './names-by-number.js';

/** What is counted of an operation's tasks beyond its progress, by the number under which it is stored. */
export const countKind = {
  passed: 1,
  failedAgainAlike: 2,
  failedAgainAnew: 3,
  removed: 4,
  task_not_found: 10,
  already_restarted: 11,
  internal_error: 12,
} as const;
/** What is counted of an operation's tasks. */
export type CountKind = keyof typeof countKind;

/** The codes by which tasks fail to be done. */
export const failureCodes = [
  'task_not_found',
  'already_restarted',
  'internal_error',
] as const satisfies readonly OperationFailureCode[];

/** One more task of an operation of which something is known. */
export interface CountedTask {
  readonly operationId: string;
  readonly kind: CountKind;
  /** 16 hexadecimal digits, for those that failed again. */
  readonly group: string | null;
  /** The task by which the error is shown. */
  readonly sampleId: string;
}

interface Count {
  readonly task: CountedTask;
  count: number;
}

const noGroup = '0'.repeat(16);

/** What one transaction adds to the counts of operations. */
export class OperationCounts {
  private readonly byKey = new Map<string, Count>();

  add(task: CountedTask, count = 1): void {
    const key = `${task.operationId.padStart(20, '0')} ${countKind[task.kind]} ${task.group ?? noGroup}`;
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, { task, count });
    else known.count += count;
  }

  addAll(others: OperationCounts): void {
    for (const { task, count } of others.byKey.values()) this.add(task, count);
  }

  /** The counts in the order in which their rows are locked. */
  entries(): Count[] {
    return [...this.byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, count]) => count);
  }
}

const upsertCounts =
  'INSERT INTO operation_counts (operation_id, kind, error_group, slot, count, sample_id) VALUES ? ' +
  'ON DUPLICATE KEY UPDATE count = count + VALUES(count), sample_id = VALUES(sample_id)';
const sumByKind =
  'SELECT operation_id, kind, SUM(count) AS count FROM operation_counts WHERE operation_id IN (?) GROUP BY operation_id, kind';
const largestGroups = `
  SELECT g.kind, g.error_group, g.count, g.sample_id, COALESCE(d.error_type, f.error_type) AS error_type,
    COALESCE(d.error_message, f.error_message) AS error_message
  FROM (
    SELECT kind, error_group, SUM(count) AS count, MAX(sample_id) AS sample_id FROM operation_counts
    WHERE operation_id = ? AND kind IN (${countKind.failedAgainAlike}, ${countKind.failedAgainAnew})
    GROUP BY kind, error_group ORDER BY count DESC, kind, error_group LIMIT ?) g
  LEFT JOIN dead_tasks d ON d.id = g.sample_id
  LEFT JOIN finished_tasks f ON f.id = g.sample_id
  ORDER BY g.count DESC, g.kind, g.error_group`;

/** Adds counts into a slot of the transaction's own: one of its last statements. */
export const addToOperationCounts = (sql: Sql, slot: number, counts: OperationCounts): void => {
  const rows = counts
    .entries()
    .map(({ task, count }) => [
      task.operationId,
      countKind[task.kind],
      Buffer.from(task.group ?? noGroup, 'hex'),
      slot,
      count,
      task.sampleId,
    ]);
  if (rows.length > 0) sql.defer(upsertCounts, [rows]);
};

/** The sums of an operation's counts, by kind. */
export type SummedCounts = Readonly<Record<CountKind, number>>;

const nothing: SummedCounts = {
  passed: 0,
  failedAgainAlike: 0,
  failedAgainAnew: 0,
  removed: 0,
  task_not_found: 0,
  already_restarted: 0,
  internal_error: 0,
};
const kindByNumber = namesByNumber(countKind);

/** The summed counts of operations, by operation. */
export const readOperationCounts = async (
  sql: Sql,
  operationIds: readonly string[],
): Promise<Map<string, SummedCounts>> => {
  const sums = new Map(operationIds.map((id) => [id, { ...nothing }]));
  if (operationIds.length === 0) return sums;
  const rows = await sql.rows<{ operation_id: string; kind: number; count: string | number }>(sumByKind, [
    operationIds,
  ]);
  for (const { operation_id, kind, count } of rows) {
    const name = kindByNumber.get(kind);
    const sum = sums.get(operation_id);
    if (name !== undefined && sum !== undefined) sum[name] = Number(count);
  }
  return sums;
};

interface GroupRow {
  kind: number;
  error_group: Buffer;
  count: string | number;
  sample_id: string;
  error_type: string | null;
  error_message: string | null;
}

/** The errors of which most restarted tasks failed again, largest first. */
export const readRepeatedFailures = async (
  sql: Sql,
  operationId: string,
  groups: number,
): Promise<RepeatedFailure[]> =>
  (await sql.rows<GroupRow>(largestGroups, [operationId, groups])).map((row) => ({
    group: row.error_group.toString('hex'),
    isNew: row.kind === countKind.failedAgainAnew,
    count: Number(row.count),
    sampleTaskId: row.sample_id,
    errorType: row.error_type,
    message: row.error_message,
  }));
