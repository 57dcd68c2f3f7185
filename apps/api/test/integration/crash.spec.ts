import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audit } from '../../src/auditor/auditor.js';
import { expectCleanAudit } from '../support/auditor.js';
import { eventually } from '../support/eventually.js';
import { OwnDatabase } from '@spool/test-bed/own-database.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { watchSingleFlight } from '../support/single-flight-watch.js';
import type { TaskCalls } from '../support/task-calls.js';

let server: OwnDatabase;
let group: ReplicaGroup;

beforeAll(async () => {
  server = await OwnDatabase.start();
  group = await ReplicaGroup.make({ databaseUrl: server.url });
});

afterAll(async () => {
  await group.close();
  await server.close();
});

const threads = Array.from({ length: 20 }, (_, index) => `thread-${index}`);
const keepaliveTimeoutMs = 4_000;

/** What clients were told before the crash. */
class Told {
  readonly acceptedIds = new Set<string>();
  readonly completedIds = new Set<string>();
  readonly lastToken = new Map<string, bigint>();

  noteToken(threadId: string | null, leaseToken: string): void {
    this.lastToken.set(threadId ?? '', BigInt(leaseToken));
  }
}

/** Enqueues and works until the service is gone. */
const workUntilGone = async (calls: TaskCalls, told: Told): Promise<void> => {
  try {
    for (;;) {
      const added = await calls.enqueueBatch(
        'orders',
        threads.map((threadId) => ({ threadId })),
      );
      for (const { id } of added) told.acceptedIds.add(id);
      const taken = await calls.dequeue('orders', { max: 5, keepaliveTimeoutMs });
      for (const { threadId, leaseToken } of taken) told.noteToken(threadId, leaseToken);
      for (const result of await calls.complete(taken))
        if (result.status === 'ok') told.completedIds.add(result.id);
    }
  } catch {
    // The service is gone, as it was meant to be.
  }
};

describe('When everything is killed in the middle of the work', () => {
  it('T46: three replicas that start with dequeues waiting run a thread’s tasks one at a time, and nothing told is lost', async () => {
    const [before] = (await group.start(1)) && group.calls;
    if (before === undefined) throw new Error('No replica runs.');
    await before.putQueue('orders', { backoff: { type: 'fixed', initialMs: 0 } });
    const told = new Told();
    const abandoned = await holdSomeThreads(before, told);
    const working = Array.from({ length: 4 }, () => workUntilGone(before, told));
    await eventually('completed tasks', () => (told.completedIds.size >= 100 ? true : null));
    await Promise.all([server.kill(), group.kill()]);
    await Promise.all(working);

    await server.comeBack();
    const database = await group.connect();
    const stopWatching = watchSingleFlight(database);
    await group.start(3);
    const waiting = [...group.calls, ...group.calls, ...group.calls].map((calls) =>
      calls.dequeue('orders', { max: 5, waitMs: 2_000, keepaliveTimeoutMs }),
    );
    const taken = (await Promise.all(waiting)).flat();
    expect(new Set(taken.map(({ threadId }) => threadId)).size).toBe(taken.length);
    for (const { threadId, leaseToken } of taken)
      expect(BigInt(leaseToken) > (told.lastToken.get(threadId ?? '') ?? 0n)).toBe(true);

    const [after] = group.calls;
    if (after === undefined) throw new Error('No replica runs.');
    await after.complete(taken);
    for (const { id } of abandoned) await untilLapsed(after, id);
    const { violations, mostInProgress } = await stopWatching();
    expect(violations).toEqual([]);
    expect(mostInProgress).toBeGreaterThan(0);
    expect(await audit(database, { acceptedIds: told.acceptedIds })).toEqual([]);
    for (const id of told.completedIds) expect((await after.task(id)).state).toBe('COMPLETED');
    await workOff(after);
    await expectCleanAudit({ database }, { acceptedIds: told.acceptedIds });
  });

  /** A thread whose worker will not be heard of again, on either side of the crash. */
  const holdSomeThreads = async (calls: TaskCalls, told: Told) => {
    const held = ['held-1', 'held-2', 'held-3'];
    const added = await calls.enqueueBatch(
      'orders',
      [...held, ...held].map((threadId) => ({ threadId })),
    );
    for (const { id } of added) told.acceptedIds.add(id);
    const taken = await calls.dequeue('orders', { max: held.length, keepaliveTimeoutMs });
    for (const { threadId, leaseToken } of taken) told.noteToken(threadId, leaseToken);
    return taken;
  };

  const untilLapsed = (calls: TaskCalls, id: string): Promise<true> =>
    eventually(`the lapse of task ${id}`, async () => {
      const { history } = await calls.task(id);
      return history.some(({ outcome }) => outcome === 'lapsed') ? true : null;
    });

  const workOff = async (calls: TaskCalls): Promise<void> => {
    await eventually('an empty queue', async () => {
      await calls.complete(await calls.dequeue('orders', { max: 100 }));
      const left = [
        ...(await calls.tasks({ state: 'ENQUEUED' })),
        ...(await calls.tasks({ state: 'IN_PROGRESS' })),
      ];
      return left.length === 0 ? true : null;
    });
  };
});
