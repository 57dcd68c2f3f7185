import type { Accepted, Answer, LeaseProof } from '@spool/oracle/commands.js';
import { slotOf, type LeaseRow, type TaskRow } from './tables.js';
import { ThreadBatch, type Backing } from './thread-batch.js';

/** Takes ready tasks through the ready index; threads are not touched. */
export function dequeue(
  backing: Backing,
  request: { queue: string; max: number; keepaliveTimeoutMs?: number },
  nowMs: number,
): Answer[] {
  const { tables, engine } = backing;
  const queue = tables.queueNamed(request.queue);
  if (queue.paused) return [];
  const ready = [...tables.tasks.values()].flatMap((task) =>
    task.queue === queue.name && task.readyAtMs !== null && task.readyAtMs <= nowMs
      ? [{ task, readyAtMs: task.readyAtMs }]
      : [],
  );
  ready.sort(
    (left, right) => left.readyAtMs - right.readyAtMs || Number(left.task.id) - Number(right.task.id),
  );
  return ready.slice(0, request.max).map(({ task }): Answer => {
    const extendMs = request.keepaliveTimeoutMs ?? queue.keepaliveTimeoutMs;
    const term = { startedAtMs: nowMs, nowMs, extendMs, maxRunMs: queue.maxRunMs };
    const expiresAtMs = engine.leaseExpiryMs(term);
    const token = tables.nextToken;
    tables.nextToken += 1;
    tables.insertLease({ slot: slotOf(task), taskId: task.id, token, startedAtMs: nowMs, expiresAtMs });
    const attempt = task.attempt + 1;
    tables.updateTask(task.id, { attempt, readyAtMs: null });
    return { id: Number(task.id), status: 'ok', token, attempt, leaseExpiresAtMs: expiresAtMs };
  });
}

/** Looks up where a task stands and lets the engine judge the token (R12); null when it is current. */
function refusal(backing: Backing, proof: LeaseProof): Answer | null {
  const { tables, engine } = backing;
  const id = String(proof.id);
  const live = tables.tasks.get(id);
  const ended = tables.ended.get(id);
  const isEndedVisibly = ended !== undefined && ended.state !== 'DELETED' && ended.state !== 'DISCARDED';
  const current = live === undefined ? undefined : tables.leaseOf(live);
  const verdict = engine.judgeClaim(
    {
      exists: live !== undefined || isEndedVisibly,
      currentToken: current === undefined ? null : String(current.token),
      settledAs: tables.settlements.get(`${id}#${proof.token}`) ?? null,
    },
    String(proof.token),
  );
  if (verdict.kind === 'current') return null;
  const refused = { id: proof.id, status: 'error' } as const;
  if (verdict.kind !== 'already_settled') return { ...refused, code: verdict.kind };
  return { ...refused, code: verdict.kind, outcome: verdict.outcome };
}

/** A live task and the lease that was proved for it, within a transaction over its thread. */
export interface Claim {
  readonly task: TaskRow;
  readonly lease: LeaseRow;
  readonly batch: ThreadBatch;
}

/** Judges each item's token, ends the proved leases as `end` says, and decides each thread once. */
export function endLeases<Item extends LeaseProof>(
  backing: Backing,
  items: readonly Item[],
  nowMs: number,
  end: (claim: Claim, item: Item) => Partial<Accepted>,
): Answer[] {
  const { tables } = backing;
  const batch = new ThreadBatch(backing);
  for (const item of items) batch.open(tables.tasks.get(String(item.id))?.threadKey ?? null);
  const threads = new Map<number, string | null>();
  const answers = items.map((item): Answer => {
    const refused = refusal(backing, item);
    if (refused !== null) return refused;
    const task = tables.tasks.get(String(item.id));
    const lease = task === undefined ? undefined : tables.leaseOf(task);
    if (task === undefined || lease === undefined)
      throw new Error(`Task ${item.id} is proved and not leased`);
    threads.set(item.id, task.threadKey);
    tables.leases.delete(lease.slot);
    return { id: item.id, status: 'ok', ...end({ task, lease, batch }, item) };
  });
  const { promoted } = batch.settle(nowMs);
  return answers.map((answer) => withPromoted(answer, threads.get(answer.id) ?? null, promoted));
}

/** Names the head that the item's thread got, unless it is the item itself. */
export function withPromoted(
  answer: Answer,
  threadKey: string | null,
  promoted: ReadonlyMap<string, string>,
): Answer {
  const head = Number(threadKey === null ? undefined : promoted.get(threadKey));
  if (answer.status === 'error' || Number.isNaN(head) || head === answer.id) return answer;
  return { ...answer, promoted: head };
}

/** Hands tasks back (R11). */
export function release(
  backing: Backing,
  items: readonly (LeaseProof & { delayMs?: number })[],
  nowMs: number,
): Answer[] {
  const { engine } = backing;
  return endLeases(backing, items, nowMs, ({ task, batch }, { delayMs }) => {
    const { attempt, scheduledAtMs } = engine.decideRelease({ ...task, delayMs: delayMs ?? null, nowMs });
    batch.comeBack(task, attempt, scheduledAtMs, nowMs);
    return { scheduledAtMs };
  });
}

/** Prolongs leases. */
export function keepalive(
  backing: Backing,
  items: readonly (LeaseProof & { extendMs?: number })[],
  nowMs: number,
): Answer[] {
  const { tables, engine } = backing;
  return items.map((item): Answer => {
    const refused = refusal(backing, item);
    if (refused !== null) return refused;
    const task = tables.tasks.get(String(item.id));
    const lease = task === undefined ? undefined : tables.leaseOf(task);
    if (task === undefined || lease === undefined)
      throw new Error(`Task ${item.id} is proved and not leased`);
    const queue = tables.queueNamed(task.queue);
    const extendMs = item.extendMs ?? queue.keepaliveTimeoutMs;
    const { startedAtMs } = lease;
    const expiresAtMs = engine.leaseExpiryMs({ startedAtMs, nowMs, extendMs, maxRunMs: queue.maxRunMs });
    tables.leases.set(lease.slot, { ...lease, expiresAtMs });
    return { id: item.id, status: 'ok', leaseExpiresAtMs: expiresAtMs };
  });
}
