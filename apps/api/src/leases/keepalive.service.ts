import { Injectable } from '@nestjs/common';
import { limits, type ItemRefusal, type KeepaliveItem, type KeepaliveResult } from '@spool/contracts';
import { judgeClaim, leaseExpiryMs } from '@spool/thread-engine';
import type { Act } from '../platform/act.js';
import { coversQueue } from '../platform/caller.js';
import { mayBeOneCallersFault } from '../platform/database/unknown-outcome.js';
import type { Sql } from '../platform/database/sql.js';
import { UrgentDatabase } from '../platform/database/urgent-database.js';
import { Lane } from '../platform/lane.js';
import { isoTime } from '../platform/times.js';
import { recordActOnTasks } from '../store/audit-log-store.js';
import { readClock } from '../store/clock.js';
import { extendLeases, lockLeases, type LeaseExtension } from '../store/lease-store.js';
import { readQueues, type QueueRecord } from '../store/queue-store.js';
import { locateTasks } from '../store/task-store.js';
import { leaseSlotOf } from '../store/thread-key.js';
import { Standings, type Holding } from '../store/transitions/standings.js';
import { refusalOf } from './claims.js';

type Result = KeepaliveResult | ItemRefusal;

interface KeepaliveCall {
  readonly items: readonly KeepaliveItem[];
  readonly act: Act;
}

/**
 * Prolongs leases. It touches the narrow lease rows only (no thread, no task, no counter), on connections that no
 * bulk work can hold. Calls that come together share a transaction.
 */
@Injectable()
export class KeepaliveService {
  private readonly lane: Lane<KeepaliveCall, Result[]>;

  constructor(database: UrgentDatabase) {
    this.lane = new Lane(
      (calls) =>
        database.write((sql) => keepaliveIn(sql, calls), {
          kind: 'keepalive',
          callers: calls.length,
          isTriedApart: true,
        }),
      {
        sizeOf: ({ items }) => items.length,
        batchSize: limits.batchItems,
        batchesAtOnce: 1,
        largeBatchesAtOnce: 1,
        mayRepeat: mayBeOneCallersFault,
      },
    );
  }

  /** Prolongs leases; one result an item. */
  keepalive(items: readonly KeepaliveItem[], act: Act): Promise<Result[]> {
    return this.lane.submit({ items, act });
  }
}

const keepaliveIn = async (sql: Sql, calls: readonly KeepaliveCall[]): Promise<Result[][]> => {
  const items = calls.flatMap((call) => call.items);
  const { holdings, queues, nowMs } = await lockHoldings(
    sql,
    items.map(({ id }) => id),
  );
  const standings = await Standings.read(sql, { holdings, queues }, items);
  const extensions = new Map<string, LeaseExtension>();
  const results = calls.map(({ items: ofCall, act: { caller } }) =>
    ofCall.map((item): Result => {
      const standing = standings.of(item, ({ name }) => coversQueue(caller, name));
      const verdict = judgeClaim(standing, item.leaseToken);
      if (verdict.kind !== 'current') return refusalOf(item.id, verdict);
      const extension = extensionOf(item, holdings.get(item.id), queues, nowMs);
      // A second keepalive on one lease adds to the first: what the first reported is not lost.
      const progress = extension.progress ?? extensions.get(extension.slot)?.progress ?? null;
      extensions.set(extension.slot, { ...extension, progress });
      return { id: item.id, status: 'ok', leaseExpiresAt: isoTime(extension.expiresAtMs) };
    }),
  );
  extendLeases(sql, [...extensions.values()]);
  for (const [index, { act }] of calls.entries()) {
    if (!act.isAudited) continue;
    const prolonged = (results[index] ?? []).filter(({ status }) => status === 'ok');
    const ids = prolonged.map(({ id }) => id);
    recordActOnTasks(sql, act, { ids, queues: ids.map((id) => nameOf(queues, holdings.get(id)?.queueId)) });
  }
  return results;
};

interface Situation {
  readonly holdings: ReadonlyMap<string, Holding>;
  readonly queues: ReadonlyMap<number, QueueRecord>;
  readonly nowMs: number;
}

/**
 * A task's place never changes, so it is read without a lock; then its slot is locked. Who has lost the lease by then may
 * have lost the task with it: it is looked for once more.
 */
const lockHoldings = async (sql: Sql, ids: readonly string[]): Promise<Situation> => {
  const locations = await locateTasks(sql, ids);
  const slots = locations.map(({ id, threadKey }) => leaseSlotOf(id, threadKey));
  const queueIds = locations.map(({ queueId }) => queueId);
  const [leases, queues, nowMs] = await Promise.all([
    lockLeases(sql, slots),
    readQueues(sql, queueIds),
    readClock(sql),
  ]);
  const holdings = new Map<string, Holding>();
  for (const { id, queueId, threadKey } of locations) {
    const lease = leases.get(leaseSlotOf(id, threadKey)) ?? null;
    holdings.set(id, { queueId, lease: lease?.taskId === id ? lease : null });
  }
  const unheld = [...holdings].flatMap(([id, { lease }]) => (lease === null ? [id] : []));
  const live = new Set((await locateTasks(sql, unheld)).map(({ id }) => id));
  for (const id of unheld) if (!live.has(id)) holdings.delete(id);
  return { holdings, queues, nowMs };
};

const nameOf = (queues: ReadonlyMap<number, QueueRecord>, id: number | undefined): string =>
  queues.get(id ?? 0)?.name ?? '';

const extensionOf = (
  item: KeepaliveItem,
  holding: Holding | undefined,
  queues: ReadonlyMap<number, QueueRecord>,
  nowMs: number,
): LeaseExtension => {
  const lease = holding?.lease;
  const queue = holding === undefined ? undefined : queues.get(holding.queueId);
  if (lease === null || lease === undefined || queue === undefined) {
    throw new Error(`Task ${item.id} is held but its lease was not locked.`);
  }
  const expiresAtMs = leaseExpiryMs({
    startedAtMs: lease.startedAtMs,
    nowMs,
    extendMs: item.extendMs ?? queue.configuration.keepaliveTimeoutMs,
    maxRunMs: queue.configuration.maxRunMs,
  });
  return { slot: lease.slot, expiresAtMs, progress: item.progress ?? null };
};
