import { afterEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { expectCleanAudit } from '../support/auditor.js';
import { prepareEveryUse } from '../support/connection-pool.js';
import { freshName } from '../support/fresh-names.js';
import { startSpool } from '../support/spool.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const calls = new TaskCalls(spool.call);

afterEach(() => expectCleanAudit(spool));

const payloadsById = async (database: Database, ids: readonly string[]): Promise<Map<string, unknown>> => {
  const rows = await database.read((sql) =>
    sql.rows<{ id: string; payload: string }>('SELECT id, payload FROM tasks WHERE id IN (?)', [ids]),
  );
  return new Map(rows.map(({ id, payload }): [string, unknown] => [id, JSON.parse(payload)]));
};

/** Batches on two replicas at once, amid single tasks; each task's payload is its name. */
const enqueueAmidTraffic = async (
  database: Database,
  replicas: readonly TaskCalls[],
  queue: string,
): Promise<string[][]> => {
  const batches = Array.from({ length: 6 }, (_, number) =>
    Array.from({ length: 200 }, (_task, index) => ({
      payload: `${number}/${index}`,
      ...(index % 3 === 0 ? { threadId: `${queue}-${index}` } : {}),
    })),
  );
  const singles = replicas.flatMap((replica) =>
    Array.from({ length: 30 }, () => replica.enqueue(queue, { payload: 'single' })),
  );
  const answers = await Promise.all(
    batches.map(
      async (batch, number) => await replicas[number % replicas.length]?.enqueueBatch(queue, batch),
    ),
  );
  await Promise.all(singles);
  const batchIds = answers.map((tasks) => idsOf(tasks ?? []));
  for (const [number, ids] of batchIds.entries()) {
    const payloads = await payloadsById(database, ids);
    expect(ids.map((id) => payloads.get(id))).toEqual(batches[number]?.map(({ payload }) => payload));
  }
  return batchIds;
};

const stepsOf = (ids: readonly string[]): Set<number> =>
  new Set(ids.slice(1).map((id, index) => Number(BigInt(id) - BigInt(ids[index] ?? '0'))));

describe('Ids of a batch', () => {
  it('T27: name their own payloads in request order, amid other traffic', async () => {
    const replicas = [calls, new TaskCalls(sibling.call)];
    const batches = await enqueueAmidTraffic(spool.database, replicas, await calls.makeQueue());
    for (const ids of batches) expect(stepsOf(ids)).toEqual(new Set([1]));
  });

  it('T27: do so where the database counts in threes for one replica and in ones for another', async () => {
    const installation = await startSpool();
    try {
      prepareEveryUse(installation.database, 'SET SESSION auto_increment_increment = 3');
      const inOnes = await installation.startSibling();
      const replicas = [new TaskCalls(installation.call), new TaskCalls(inOnes.call)];
      const queue = freshName('queue');
      await replicas[0]?.putQueue(queue);
      const batches = await enqueueAmidTraffic(installation.database, replicas, queue);
      expect(batches.map((ids) => [...stepsOf(ids)])).toEqual([[3], [1], [3], [1], [3], [1]]);
      await expectCleanAudit(installation, { acceptedIds: batches.flat() });
    } finally {
      await installation.close();
    }
  });
});
