import type { ItemRefusal, LeasedTask } from '@spool/contracts';
import type { Caller } from '../platform/caller.js';
import { RawJson, RedactedJson } from '../platform/http/raw-json.js';
import { SpoolError } from '../platform/spool-error.js';
import { isoTime } from '../platform/times.js';
import type { TakenTask } from '../store/transitions/take-tasks.js';

/** A worker gets the payload as it stands; an operator who takes a task by hand sees what operators see. */
const payloadFor = ({ actor }: Caller, payload: string): RawJson =>
  actor.type === 'operator' ? new RedactedJson(payload) : new RawJson(payload);

/** A task in a worker's hands, as the contract shows it. */
export const leasedTaskOf = (queue: string, task: TakenTask, caller: Caller): LeasedTask => ({
  id: task.id,
  queue,
  threadId: task.threadId,
  type: task.type,
  payload: payloadFor(caller, task.payload),
  attempt: task.attempt,
  maxAttempts: task.maxAttempts,
  scheduledAt: isoTime(task.scheduledAtMs),
  enqueuedAt: isoTime(task.enqueuedAtMs),
  leaseToken: task.leaseToken,
  leaseExpiresAt: isoTime(task.leaseExpiresAtMs),
  ...(task.traceparent === null ? {} : { traceparent: task.traceparent }),
});

/** The result of a call about one task. Throws its refusal as an error. */
export const onlyResult = <Result extends { status: string }>(
  results: readonly (Result | ItemRefusal)[],
): Result => {
  const [result] = results;
  if (result === undefined) throw new Error('A call about one task has one result.');
  if (isRefusal(result))
    throw new SpoolError(result.code, result.detail, { facts: { outcome: result.outcome } });
  return result;
};

const isRefusal = (result: { status: string }): result is ItemRefusal => result.status === 'error';
