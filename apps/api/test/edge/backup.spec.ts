import '../support/patience.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerOf } from '@spool/test-bed/caller.js';
import { OwnDatabase } from '@spool/test-bed/own-database.js';
import { expectCleanAudit } from '../support/auditor.js';
import { dumpDatabase, restoreDatabase } from '../support/dump.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { SteadyLoad } from '../support/steady-load.js';
import { TaskCalls } from '../support/task-calls.js';

let directory: string;
let lost: OwnDatabase;
let restored: OwnDatabase;
const groups: ReplicaGroup[] = [];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'spool-backup-'));
  [lost, restored] = await Promise.all([OwnDatabase.start(), OwnDatabase.start()]);
});
afterAll(async () => {
  await Promise.all(groups.map((group) => group.close()));
  await Promise.all([lost.close(), restored.close()]);
  await rm(directory, { recursive: true, force: true });
});

const startOn = async ({ url }: OwnDatabase) => {
  const group = await ReplicaGroup.make({ databaseUrl: url });
  groups.push(group);
  const [replica] = await group.start(1);
  if (replica === undefined) throw new Error('No replica runs.');
  return { group, replica, calls: new TaskCalls(replica.call) };
};

/** As docs/operations.md says. */
const moveOn = 1_000_000_000_000n;

const moveIdsOn = async (group: ReplicaGroup): Promise<void> => {
  const database = await group.connect();
  await database.write(async (sql) => {
    for (const table of ['tasks', 'leases'])
      await sql.change(`ALTER TABLE ${table} AUTO_INCREMENT = ${moveOn}`);
  });
};

describe('A dump taken under load and read into another server', () => {
  it('has every task acknowledged before it began, contradicts itself nowhere, and no token is given twice', async () => {
    const dump = path.join(directory, 'spool.sql');
    const before = await startOn(lost);
    await before.calls.putQueue('orders');
    await before.calls.putQueue('held');
    const { id } = await before.calls.enqueue('held');
    const load = SteadyLoad.start({ url: before.replica.url, apiKey: before.group.apiKey, queue: 'orders' });
    await load.untilMore(200);
    const acknowledged = [...load.ledger.acknowledgedIds, id];
    await dumpDatabase(lost.url, dump);
    const inLostTime = await before.calls.takeOne('held');
    await load.untilMore(100);
    await load.finish();
    await before.group.close();

    await restoreDatabase(restored.url, dump);
    const looking = await ReplicaGroup.make({ databaseUrl: restored.url });
    groups.push(looking);
    await expectCleanAudit({ database: await looking.connect() }, { acceptedIds: acknowledged });
    await moveIdsOn(looking);

    const after = await startOn(restored);
    const calls = new TaskCalls(callerOf(after.replica.url, before.group.apiKey));
    const [refused] = await calls.complete([inLostTime]);
    expect(refused).toMatchObject({ id, status: 'error', code: 'lease_lost' });
    const again = await calls.takeOne('held');
    expect([again.id, again.attempt, BigInt(again.leaseToken) >= moveOn]).toEqual([id, 1, true]);
    const fresh = await calls.enqueue('held');
    expect(BigInt(fresh.id)).toBeGreaterThanOrEqual(moveOn);
    await calls.complete([again]);
    await expectCleanAudit(
      { database: await looking.connect() },
      { acceptedIds: [...acknowledged, fresh.id] },
    );
  });
});
