import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { audit } from '../../src/auditor/auditor.js';
import { findContradictions, findPage } from '../../src/store/auditor/audit-store.js';
import { auditWalks } from '../../src/store/auditor/audit-walks.js';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { setUpStore } from '../support/bare-store.js';
import { countRowsLookedAt } from '../support/query-plan.js';
import { statementsOf } from '../support/recorded-statements.js';
import { rowDamages } from '../support/row-damages.js';

jest.setTimeout(60_000);

type Name = 'first' | 'second' | 'head' | 'behind' | 'free' | 'done';

const store = setUpStore();
let ids: Record<Name, string>;

const withIds = (text: string): string =>
  text.replaceAll(/:(first|second|head|behind|free|done)\b/g, (_, name: Name) => ids[name]);

beforeEach(async () => {
  await store.empty();
  const [done = ''] = await store.enqueue([{}]);
  await store.take(1);
  await store.complete([done]);
  const [first = '', second = ''] = await store.enqueue([{ thread: 'a' }, { thread: 'a' }]);
  await store.take(1);
  const [head = '', behind = '', free = ''] = await store.enqueue([{ thread: 'b' }, { thread: 'b' }, {}]);
  ids = { done, first, second, head, behind, free };
});

describe('The auditor', () => {
  it('finds nothing in a sound installation', async () => {
    expect(await audit(store.database, { acceptedIds: Object.values(ids) })).toEqual([]);
    expect(await audit(store.database, { rowsAtOnce: 1 })).toEqual([]);
  });

  it.each(rowDamages)('sees $what', async ({ statements, says }) => {
    for (const statement of statements) {
      expect(await store.byHand(withIds(statement))).toBeGreaterThan(0);
    }
    const found = await audit(store.database);
    expect(found).toContainEqual(expect.stringMatching(withIds(says.source)));
    expect(await audit(store.database, { rowsAtOnce: 1 })).toEqual(found);
  });

  it('sees a key whose top bit is that of a task’s own slot', async () => {
    const key = threadKeyOf(0, 'b');
    await store.byHand('UPDATE threads SET thread_key = UNHEX(?) WHERE front_task_id = ?', [
      `0${key.slice(1)}`,
      ids.head,
    ]);
    expect(await audit(store.database)).toContainEqual(
      expect.stringMatching(/^The key is not made from scope and id/),
    );
  });

  it('misses an accepted task that is nowhere', async () => {
    expect(await audit(store.database, { acceptedIds: [ids.free, '999'] })).toEqual([
      'Accepted, and nowhere to be found: task 999.',
    ]);
  });

  it('lets deleted tasks be gone, but not be there', async () => {
    await store.settle([{ kind: 'deleted', id: ids.free }]);
    const acceptedIds = [ids.free, ids.head];
    expect(await audit(store.database, { acceptedIds, deletedIds: [ids.free] })).toEqual([]);
    expect(await audit(store.database, { acceptedIds, deletedIds: acceptedIds })).toEqual([
      `Deleted, and yet live: task ${ids.head}.`,
    ]);
  });
});

describe('The auditor of many rows', () => {
  const many = 5_000;
  const ofEachKind = 20;
  const rowsAtOnce = 100;
  const readsARow = 15;

  beforeEach(async () => {
    const tasks = Array.from({ length: 1_000 }, (_, index) =>
      index % 2 === 0 ? {} : { thread: `thread-${index}` },
    );
    for (let count = 0; count < many; count += tasks.length) await store.enqueue(tasks);
    await store.database.read((sql) => sql.rows('ANALYZE TABLE tasks, threads'));
  });

  it('tells of each page, says the first of each kind, and a page costs what its rows cost', async () => {
    await store.byHand('UPDATE tasks SET attempt = max_attempts + 1 WHERE thread_key IS NULL');
    const rows = new Map<string, number>();
    const found = await audit(store.database, {
      rowsAtOnce,
      onPage: (walk, count) => rows.set(walk, (rows.get(walk) ?? 0) + count),
    });
    expect(found).toHaveLength(ofEachKind);
    expect(rows.get('live tasks')).toBe(many + Object.keys(ids).length - 1);

    for (const walk of auditWalks) {
      const page = await store.database.read((sql) => findPage(sql, walk, walk.start, rowsAtOnce));
      if (page === null) continue;
      for (const check of walk.checks) {
        const statements = await statementsOf((sql) => findContradictions(sql, check, page, ofEachKind));
        for (const statement of statements) {
          const count = await store.database.read((sql) => countRowsLookedAt(sql, statement));
          expect(count).toBeLessThanOrEqual(rowsAtOnce * readsARow);
        }
      }
    }
  });
});
