import type { DeadTask, TaskSummary } from '@spool/contracts';
import type { PlacedMember } from '../../api/threads.js';

/** A row of the line: a member in its place, a member that may not be read, or a dead task where it would come back. */
export type LineRow =
  | { readonly kind: 'member'; readonly key: string; readonly place: number; readonly task: TaskSummary }
  | { readonly kind: 'hidden'; readonly key: string; readonly place: number }
  | { readonly kind: 'dead'; readonly key: string; readonly task: DeadTask };

const isFuture = (row: LineRow, nowMs: number): boolean =>
  row.kind === 'member' && Date.parse(row.task.scheduledAt) > nowMs;

const memberRow = ({ member, key }: PlacedMember, index: number): LineRow =>
  'hidden' in member
    ? { kind: 'hidden', key, place: index + 1 }
    : { kind: 'member', key, place: index + 1, task: member };

const deadRow = (task: DeadTask): LineRow => ({ kind: 'dead', key: `dead ${task.id}`, task });

const byId = (left: DeadTask, right: DeadTask): number =>
  left.id.length - right.id.length || (left.id < right.id ? -1 : 1);

/**
 * The line with the dead beside it. A restart is an arrival now (R9): behind everyone who is due, before everyone whose
 * time is still to come. While the end of those who are due is not loaded, the dead are not shown.
 */
export const rowsOfLine = (
  members: readonly PlacedMember[],
  dead: readonly DeadTask[],
  { nowMs, isComplete }: { readonly nowMs: number; readonly isComplete: boolean },
): LineRow[] => {
  const rows = members.map(memberRow);
  const firstFuture = rows.findIndex((row) => isFuture(row, nowMs));
  if (firstFuture < 0 && !isComplete) return rows;
  const at = firstFuture < 0 ? rows.length : firstFuture;
  return [...rows.slice(0, at), ...dead.toSorted(byId).map(deadRow), ...rows.slice(at)];
};
