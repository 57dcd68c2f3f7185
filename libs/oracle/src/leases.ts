import { carryOut, carryOutAll } from './change.js';
import type { Accepted, Answer, LeaseProof, Refused } from './commands.js';
import {
  queueNamed,
  visibleTask,
  type Installation,
  type Lease,
  type Queue,
  type Task,
} from './installation.js';
import { readyTasks } from './running-order.js';

/** A task together with the lease that was proved for it. */
export interface Held {
  task: Task;
  lease: Lease;
}

function expiry(queue: Queue, startedAtMs: number, wantedMs: number): number {
  return queue.maxRunMs === 0 ? wantedMs : Math.min(wantedMs, startedAtMs + queue.maxRunMs);
}

/** Hands one task to a worker with the next token; its attempt counts from here (R11). */
export function take(
  installation: Installation,
  task: Task,
  worker: { workerId: string; keepaliveTimeoutMs?: number },
  nowMs: number,
): Answer {
  const queue = queueNamed(installation, task.queue);
  const token = installation.nextToken;
  installation.nextToken += 1;
  const timeoutMs = worker.keepaliveTimeoutMs ?? queue.keepaliveTimeoutMs;
  const expiresAtMs = expiry(queue, nowMs, nowMs + timeoutMs);
  carryOut(installation, nowMs, () => {
    task.state = 'IN_PROGRESS';
    task.attempt += 1;
    task.lease = { token, workerId: worker.workerId, startedAtMs: nowMs, expiresAtMs };
  });
  return { id: task.id, status: 'ok', token, attempt: task.attempt, leaseExpiresAtMs: expiresAtMs };
}

/** Takes up to `max` ready tasks of a queue, in the order of its line (R2, R14). */
export function dequeue(
  installation: Installation,
  request: { queue: string; max: number; workerId: string; keepaliveTimeoutMs?: number },
  nowMs: number,
): Answer[] {
  const ready = readyTasks(installation, request.queue, nowMs).slice(0, request.max);
  return ready.map((task) => take(installation, task, request, nowMs));
}

/** R12: the held task if the token is current, else the refusal that its sender gets. */
function proveLease(installation: Installation, proof: LeaseProof): Held | Refused {
  const task = visibleTask(installation, proof.id);
  if (task === undefined) return { id: proof.id, status: 'error', code: 'task_not_found' };
  if (task.lease?.token === proof.token) return { task, lease: task.lease };
  const settlement = task.settlements.find(({ token }) => token === proof.token);
  if (settlement !== undefined) {
    return { id: proof.id, status: 'error', code: 'already_settled', outcome: settlement.outcome };
  }
  return { id: proof.id, status: 'error', code: 'lease_lost' };
}

/**
 * Ends each proved lease as `end` says, one item after the other, so that the second of two equal items gets its
 * honest result; `promoted` is added when the whole batch is done.
 */
export function endLeases<Item extends LeaseProof>(
  installation: Installation,
  items: readonly Item[],
  nowMs: number,
  end: (held: Held, item: Item) => Partial<Accepted>,
): Answer[] {
  return carryOutAll(installation, items, nowMs, (item) => {
    const held = proveLease(installation, item);
    if ('status' in held) return held;
    held.task.lease = null;
    return { id: item.id, status: 'ok', ...end(held, item) };
  });
}

/** Hands tasks back: ENQUEUED at their old time, or now + delay; this dequeue is not counted (R11). */
export function release(
  installation: Installation,
  items: readonly (LeaseProof & { delayMs?: number })[],
  nowMs: number,
): Answer[] {
  return endLeases(installation, items, nowMs, ({ task }, { delayMs }) => {
    task.state = 'ENQUEUED';
    task.attempt -= 1;
    if (delayMs !== undefined) task.scheduledAtMs = nowMs + delayMs;
    return { scheduledAtMs: task.scheduledAtMs };
  });
}

/** Takes a dequeue back whose answer was never written: as if it had not been. */
export function undo(installation: Installation, items: readonly LeaseProof[], nowMs: number): Answer[] {
  const withoutDelay = items.map(({ id, token }) => ({ id, token }));
  return release(installation, withoutDelay, nowMs);
}

/** Extends leases: now + `extendMs`, or the queue's timeout, but not past `maxRunMs`. */
export function keepalive(
  installation: Installation,
  items: readonly (LeaseProof & { extendMs?: number })[],
  nowMs: number,
): Answer[] {
  return items.map((item): Answer => {
    const held = proveLease(installation, item);
    if ('status' in held) return held;
    const queue = queueNamed(installation, held.task.queue);
    const wantedMs = nowMs + (item.extendMs ?? queue.keepaliveTimeoutMs);
    held.lease.expiresAtMs = expiry(queue, held.lease.startedAtMs, wantedMs);
    return { id: item.id, status: 'ok', leaseExpiresAtMs: held.lease.expiresAtMs };
  });
}
