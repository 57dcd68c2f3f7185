import type { Sql } from '../../platform/database/sql.js';
import { lockLeases, readLeases, type Lease } from '../lease-store.js';
import { readCandidates, readFirstMember, readSize } from '../line-store.js';
import { lockTasks, type LiveTask } from '../task-store.js';
import { leaseSlotOf, threadKeyOf } from '../thread-key.js';
import {
  lockOrCreateThreads,
  lockThreads,
  readThreads,
  type ThreadIdentity,
  type ThreadRecord,
} from '../thread-store.js';
import type { LineFacts } from './line-repair.js';
import type { SuspectLine } from './suspect.js';

/** What is known of a line once its thread is locked: enough to lock its tasks. */
interface Survey {
  readonly slot: string;
  readonly record: ThreadRecord | null;
  readonly wasMissing: boolean;
  readonly earliestId: string | null;
  readonly taskIds: readonly string[];
}

interface Known {
  readonly threads: ReadonlyMap<string, ThreadRecord>;
  /** Keys of threads whose rows this transaction has made. */
  readonly made: ReadonlySet<string>;
  readonly leases: ReadonlyMap<string, Lease>;
}

/** Whether a lease's slot is a thread's key: its top bit is 1. */
const isThreadKey = (slot: string): boolean => Number.parseInt(slot.charAt(0), 16) >= 8;
const largestTaskId = 2n ** 63n - 1n;

/** The task whose slot this is; none where the slot is no task's. */
const taskIdOf = (slot: string): string[] => {
  const id = BigInt(`0x${slot}`);
  return id > largestTaskId ? [] : [id.toString()];
};

/** The row that members without one belong to, or null where there are no such members. */
const identityOf = async (sql: Sql, key: string): Promise<ThreadIdentity | null> => {
  const member = await readFirstMember(sql, key);
  if (member === null) return null;
  const { threadId, queueId } = member;
  const scopeQueueId = [0, queueId].find((scope) => threadKeyOf(scope, threadId) === key);
  if (scopeQueueId === undefined)
    throw new Error(`The thread key of task ${member.id} is not that of its thread id.`);
  return { key, threadId, scopeQueueId };
};

const createMissing = async (sql: Sql, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set();
  const present = await readThreads(sql, keys);
  const missing: ThreadIdentity[] = [];
  for (const key of keys.filter((one) => !present.has(one))) {
    const identity = await identityOf(sql, key);
    if (identity !== null) missing.push(identity);
  }
  if (missing.length > 0) lockOrCreateThreads(sql, missing);
  return new Set(missing.map(({ key }) => key));
};

const surveyOf = async (sql: Sql, { slot, taskIds }: SuspectLine, known: Known): Promise<Survey> => {
  const record = known.threads.get(slot) ?? null;
  const lease = known.leases.get(slot);
  const named = [...taskIds, ...(lease === undefined ? [] : [lease.taskId])];
  if (!isThreadKey(slot)) {
    return { slot, record, wasMissing: false, earliestId: null, taskIds: [...taskIdOf(slot), ...named] };
  }
  const earliestId = (await readFirstMember(sql, slot))?.id ?? null;
  const ends = [earliestId, record?.frontId ?? null].flatMap((id) => (id === null ? [] : [id]));
  const candidates = await readCandidates(sql, slot);
  return {
    slot,
    record,
    wasMissing: known.made.has(slot),
    earliestId,
    taskIds: [...ends, ...candidates, ...named],
  };
};

const factsOf = async (
  sql: Sql,
  survey: Survey,
  tasks: ReadonlyMap<string, LiveTask>,
  lease: Lease | null,
): Promise<LineFacts | null> => {
  const { slot, record, wasMissing, earliestId } = survey;
  // A lease that appeared meanwhile, of a task not locked here: the line moves, so it is looked at another time.
  if (lease !== null && !survey.taskIds.includes(lease.taskId)) return null;
  const members = [...new Set(survey.taskIds)].flatMap((id) => {
    const task = tasks.get(id);
    return task !== undefined && leaseSlotOf(task.id, task.threadKey) === slot ? [task] : [];
  });
  if (record === null) return { slot, lease, thread: null, members };
  const size = await readSize(sql, slot, record.size);
  return { slot, lease, thread: { record, wasMissing, earliestId, size }, members };
};

/**
 * Locks lines in the one global order: threads (making rows that are missing), then tasks, then leases; and reads
 * what is true of them. A line whose rows are in motion is left out.
 */
export const lockLines = async (sql: Sql, suspects: readonly SuspectLine[]): Promise<LineFacts[]> => {
  const slots = suspects.map(({ slot }) => slot);
  const keys = slots.filter(isThreadKey);
  const made = await createMissing(sql, keys);
  const threads = await lockThreads(sql, keys);
  const known: Known = { threads, made, leases: await readLeases(sql, slots) };
  const surveys: Survey[] = [];
  for (const suspect of suspects) surveys.push(await surveyOf(sql, suspect, known));
  const tasks = await lockTasks(
    sql,
    surveys.flatMap(({ taskIds }) => taskIds),
  );
  const leases = await lockLeases(sql, slots);
  const lines: LineFacts[] = [];
  for (const survey of surveys) {
    const facts = await factsOf(sql, survey, tasks, leases.get(survey.slot) ?? null);
    if (facts !== null) lines.push(facts);
  }
  return lines;
};
