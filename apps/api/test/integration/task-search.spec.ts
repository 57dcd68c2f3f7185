import { beforeAll, describe, expect, it } from '@jest/globals';
import { pageOf, taskSummary } from '@spool/contracts';
import { setUpStore } from '../support/bare-store.js';
import { fillTables } from '../support/filled-tables.js';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import {
  selectDeadTasks,
  type DeadTaskPlace,
  type FoundDeadTasks,
} from '../../src/store/dead-task-list-store.js';
import { searchTasks } from '../../src/store/task-search.js';
import type { TaskSelection } from '../../src/store/task-conditions.js';

const spool = setUpSpool();
const calls = new TaskCalls(spool.call);
const store = setUpStore();

beforeAll(async () => {
  await fillTables(store, 20_000);
});

const allIds = async (query: string, limit: number): Promise<string[]> => {
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await spool.call('GET', `/v1/tasks?limit=${limit}&${query}${cursor}`);
    const { items, nextCursor } = pageOf(taskSummary).parse(body);
    ids.push(...items.map(({ id }) => id));
    if (nextCursor === null) return ids;
    cursor = `&cursor=${nextCursor}`;
  }
};

const newestFirst = (ids: readonly string[]): string[] =>
  [...ids].sort((left, right) => Number(right) - Number(left));

describe('A list of tasks', () => {
  it('finds with each filter exactly what fits, whatever the page size, in every table', async () => {
    const queue = freshName('queue');
    const threadId = freshName('thread');
    await calls.putQueue(queue, { maxAttempts: 1 });
    const made = await calls.enqueueBatch(queue, [
      { type: 'mail', threadId },
      { type: 'mail' },
      { type: 'page' },
      { threadId },
      { delayMs: 600_000 },
      { type: 'mail', threadId },
    ]);
    const [a, b, c, d, e, f] = made.map(({ id }) => id);
    const held = await calls.dequeue(queue, { max: 3, workerId: 'searcher' });
    await calls.complete(held.filter(({ id }) => id === a));
    await calls.fail(held.filter(({ id }) => id === b));
    const expected: Readonly<Record<string, readonly (string | undefined)[]>> = {
      [`queue=${queue}`]: [f, e, d, c, b, a],
      [`threadId=${threadId}`]: [f, d, a],
      [`queue=${queue}&type=mail`]: [f, b, a],
      [`queue=${queue}&state=COMPLETED`]: [a],
      [`queue=${queue}&state=DEAD`]: [b],
      [`queue=${queue}&state=IN_PROGRESS`]: [c],
      [`queue=${queue}&state=ENQUEUED`]: [f, e, d],
      [`queue=${queue}&phase=ready`]: [d],
      [`queue=${queue}&phase=scheduled`]: [e],
      [`queue=${queue}&phase=waiting`]: [f],
      'workerId=searcher': [c],
      [`threadId=${threadId}&state=COMPLETED`]: [a],
      'type=page': [c],
    };
    for (const [query, ids] of Object.entries(expected)) {
      expect([query, await allIds(query, 1)]).toEqual([query, ids]);
      expect([query, await allIds(query, 200)]).toEqual([query, ids]);
    }
  });

  it('walks over what no index narrows, a window at a time, and misses nothing', async () => {
    const wanted: TaskSelection = {
      queueIds: null,
      threadKeys: null,
      belowId: null,
      rows: 301,
      type: 'rare',
    };
    const rare = [3, 777, 1_000_005, 1_013_000, 2_000_001, 2_019_999];
    for (const table of ['tasks', 'dead_tasks', 'finished_tasks'])
      await store.byHand(`UPDATE ${table} SET type = 'rare' WHERE id IN (?)`, [rare]);
    const found: string[] = [];
    let belowId: string | null = null;
    for (;;) {
      const { rows, lookedDownTo }: Awaited<ReturnType<typeof searchTasks>> = await store.database.read(
        (sql) => searchTasks(sql, { ...wanted, belowId }),
      );
      found.push(...rows.map(({ id }) => id));
      if (lookedDownTo === null) break;
      belowId = lookedDownTo;
    }
    expect(found).toEqual(newestFirst(rare.map(String)));
  });

  it('walks over the DLQ for what no index narrows, a window at a time, and misses nothing', async () => {
    const rare = [1_000_005, 1_004_999, 1_005_000, 1_013_000, 1_019_999];
    await store.byHand("UPDATE dead_tasks SET error_type = 'Rare' WHERE id IN (?)", [rare]);
    const wanted = { queueIds: null, threadKeys: null, errorType: 'Rare' };
    const pages = async (rows: number): Promise<string[]> => {
      const found: string[] = [];
      let before: DeadTaskPlace | null = null;
      for (;;) {
        const page: FoundDeadTasks = await store.database.read((sql) =>
          selectDeadTasks(sql, { ...wanted, before, rows }),
        );
        found.push(...page.rows.map(({ id }) => id));
        const last = page.rows.at(-1);
        const reached = last === undefined ? null : { diedAtMs: last.endedAtMs ?? 0, id: last.id };
        before = page.lookedUpTo ?? (page.rows.length < rows ? null : reached);
        if (before === null) return found;
      }
    };
    const [order] = await store.database.read((sql) =>
      sql.rows<{ ids: string }>(
        'SELECT GROUP_CONCAT(id ORDER BY died_at DESC, id DESC) AS ids FROM dead_tasks WHERE id IN (?)',
        [rare],
      ),
    );
    expect((await pages(301)).join(',')).toBe(order?.ids);
    expect((await pages(1)).join(',')).toBe(order?.ids);
  });

  it('is exact where many fit and few are shown', async () => {
    const { rows } = await store.database.read((sql) =>
      searchTasks(sql, { queueIds: [1], threadKeys: null, belowId: null, rows: 51 }),
    );
    const [top] = await store.database.read((sql) =>
      sql.rows<{ ids: string }>(
        'SELECT GROUP_CONCAT(id ORDER BY id DESC) AS ids FROM (SELECT id FROM finished_tasks WHERE queue_id = 1 ORDER BY id DESC LIMIT 51) newest',
      ),
    );
    expect(rows.map(({ id }) => id).join(',')).toBe(top?.ids);
  });
});
