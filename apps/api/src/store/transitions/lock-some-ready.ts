import { limits } from '@spool/contracts';
import type { Sql } from '../../platform/database/sql.js';
import { findQueueNow, type QueueNow, type QueueRecord } from '../queue-store.js';
import { findReady, firstPosition, lockReady, type ReadyCandidate, type ReadyTask } from '../ready-store.js';

const smallestPage = 20;
/** What a task adds to an answer beside its payload, at most. */
const envelopeBytes = 1_500;

const compareReady = (left: ReadyTask, right: ReadyTask): number =>
  left.readyAtMs - right.readyAtMs || left.id.length - right.id.length || (left.id < right.id ? -1 : 1);

/** The first candidates that fit into what is left of the answer; at least one, if nothing is taken yet. */
const fitting = (candidates: readonly ReadyCandidate[], count: number, bytes: number): ReadyCandidate[] => {
  const chosen: ReadyCandidate[] = [];
  let left = bytes;
  for (const candidate of candidates) {
    const bytesOfCandidate = candidate.payloadBytes + envelopeBytes;
    if (chosen.length === count || bytesOfCandidate > left) break;
    left -= bytesOfCandidate;
    chosen.push(candidate);
  }
  return chosen;
};

/** Tasks that were locked, earliest first, and their queue as it was after that; null if it was gone. */
export interface LockedReady {
  readonly tasks: readonly ReadyTask[];
  readonly queueNow: QueueNow | null;
}

/**
 * Locks up to `wanted` tasks that may be dequeued, walking the ready index page by page to its end if need be:
 * rows that a stalled replica holds must not hide the rest.
 */
export const lockSomeReady = async (sql: Sql, queue: QueueRecord, wanted: number): Promise<LockedReady> => {
  const locked: ReadyTask[] = [];
  let queueNow: QueueNow | null = null;
  const pageSize = Math.max(wanted, smallestPage);
  let bytesLeft: number = limits.answerBytes;
  let position = firstPosition;
  for (;;) {
    const page = await findReady(sql, queue.id, position, pageSize);
    const chosen = fitting(page, wanted - locked.length, bytesLeft);
    const last = chosen.at(-1);
    if (last === undefined) break;
    const ids = chosen.map(({ id }) => id);
    const [tasks, now] = await Promise.all([lockReady(sql, queue.id, ids), findQueueNow(sql, queue.name)]);
    queueNow = now;
    locked.push(...tasks);
    for (const task of tasks) bytesLeft -= Buffer.byteLength(task.payload) + envelopeBytes;
    const isLastPage = chosen.length === page.length && page.length < pageSize;
    if (locked.length >= wanted || isLastPage) break;
    position = { readyAtMs: last.readyAtMs, id: last.id };
  }
  return { tasks: locked.sort(compareReady), queueNow };
};
