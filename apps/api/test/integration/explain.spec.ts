import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import '../support/patience.js';
import { BareStore } from '../support/bare-store.js';
import { fillTables } from '../support/filled-tables.js';
import { groupUsesByKey, groupUsesInOrder } from '../support/group-statements.js';
import {
  usesByKey as hotUsesByKey,
  usesInOrder as hotUsesInOrder,
  type HotUse,
} from '../support/hot-statements.js';
import { listUses, searchUses } from '../support/list-statements.js';
import { countRowsLookedAt, explain, readPlan, type QueryPlan } from '../support/query-plan.js';
import { statisticsUses } from '../support/statistics-statements.js';
import { statementsOf } from '../support/recorded-statements.js';

const usesByKey = { ...hotUsesByKey, ...groupUsesByKey };
const usesInOrder = { ...hotUsesInOrder, ...groupUsesInOrder, ...statisticsUses };
const few = 3;
const many = 20_000;
/** A page of fifty with the queue and the lease of each, every fourth row of which is wanted. */
const rowsOfAPage = 500;
/** A probe for candidates, a walk over the leases of tasks in progress. */
const rowsOfASearch = 5_500;
const sizes = [0, few, many];
const store = new BareStore();

describe('A plan as MySQL and MariaDB tell it', () => {
  const row = { select_type: 'SIMPLE', table: 't', type: 'eq_ref', key: 'PRIMARY', Extra: null };

  it('leaves out what is no table of the schema', () => {
    const { steps } = readPlan([
      {
        ...row,
        table: 'given',
        type: 'ALL',
        key: null,
        Extra: 'Table function: json_table; Using temporary',
      },
      { ...row, table: '<derived2>', type: 'ALL', key: null },
      { ...row, table: null, type: null, key: null, Extra: 'no matching row in const table' },
      { ...row, select_type: 'INSERT', table: 'dead_tasks', type: 'ALL', key: null },
      row,
    ]);
    expect(steps).toEqual([{ table: 't', isFullScan: false, index: 'PRIMARY' }]);
  });

  it('shows a full scan of a table and of an index, but not a jump along an index', () => {
    const scans = readPlan([
      { ...row, type: 'ALL', key: null },
      { ...row, type: 'index', key: 'tasks_ready', Extra: 'Using index' },
      { ...row, type: 'range', key: 'tasks_ready', Extra: 'Using where; Using index for group-by' },
    ]).steps.map(({ isFullScan }) => isFullScan);
    expect(scans).toEqual([true, true, false]);
  });

  it('shows a sort, on whichever row it is told', () => {
    expect(readPlan([{ ...row, Extra: 'Using where; Using filesort' }, row]).sorts).toBe(true);
    expect(readPlan([row]).sorts).toBe(false);
  });
});

/** The plan is what a server means to do; this is what it did. */
const countRowsOfUses = (): void => {
  it.each(Object.entries({ ...usesByKey, ...usesInOrder }))('%s looks at few rows', async (_name, use) => {
    for (const statement of await statementsOf(use.run)) {
      const count = await store.database.read((sql) => countRowsLookedAt(sql, statement));
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(use.rowsLookedAt);
    }
  });

  it.each(Object.entries(listUses))('%s: a page is read in order, not collected', async (_name, run) => {
    for (const statement of await statementsOf(run)) {
      const plan = await store.database.read((sql) => explain(sql, statement));
      expect(plan.sorts).toBe(false);
      for (const { index } of plan.steps) expect(index).not.toBeNull();
      const count = await store.database.read((sql) => countRowsLookedAt(sql, statement));
      expect(count).toBeLessThanOrEqual(rowsOfAPage);
    }
  });

  it.each(Object.entries(searchUses))(
    '%s: candidates are found by an index, a bounded number',
    async (_name, run) => {
      for (const statement of await statementsOf(run)) {
        const plan = await store.database.read((sql) => explain(sql, statement));
        expect(plan.sorts).toBe(false);
        const count = await store.database.read((sql) => countRowsLookedAt(sql, statement));
        expect(count).toBeLessThanOrEqual(rowsOfASearch);
      }
    },
  );

  it('a search without an index looks at every row', async () => {
    const statement = { text: 'SELECT t.id FROM tasks t WHERE t.payload_bytes = ?', parameters: [0] };
    const count = await store.database.read((sql) => countRowsLookedAt(sql, statement));
    expect(count).toBeGreaterThanOrEqual(many);
  });
};

describe.each(sizes)('T25: with %d rows in each table', (rows) => {
  beforeAll(async () => {
    await store.start();
    await fillTables(store, rows);
  });

  afterAll(() => store.close());

  const plansOf = async (use: HotUse): Promise<QueryPlan[]> => {
    const statements = await statementsOf(use.run);
    return await Promise.all(statements.map((one) => store.database.read((sql) => explain(sql, one))));
  };

  it.each(Object.entries(usesByKey))('%s reaches its rows by their keys', async (_name, use) => {
    const plans = await plansOf(use);
    expect(plans.length).toBeGreaterThan(0);
    for (const { steps, sorts } of plans) {
      expect(sorts).toBe(false);
      for (const step of steps) expect(step).toMatchObject({ isFullScan: false, index: 'PRIMARY' });
    }
  });

  // Over a handful of rows a server may walk a forced index whole: a read without a lock, so nobody waits for it.
  it.each(Object.entries(usesInOrder))('%s walks its index and sorts nothing', async (_name, use) => {
    const plans = await plansOf(use);
    expect(plans.length).toBeGreaterThan(0);
    for (const { steps, sorts } of plans) {
      expect(sorts).toBe(false);
      expect(use.indexes).toEqual(expect.arrayContaining(steps.map(({ index }) => index)));
      expect(steps.filter(({ isFullScan }) => isFullScan && rows > few)).toEqual([]);
    }
  });

  if (rows === many) countRowsOfUses();

  it('a lock without the forced index is seen as the full scan that it is, when the table is small', async () => {
    const text = `SELECT t.id FROM tasks t WHERE t.id IN (?) FOR UPDATE`;
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    const plan = await store.database.read((sql) => explain(sql, { text, parameters: [ids] }));
    expect(plan.steps.some(({ isFullScan }) => isFullScan)).toBe(rows <= few);
  });

  it('a search without an index and an order without one are seen', async () => {
    const text = `SELECT t.id FROM tasks t WHERE t.payload LIKE ? ORDER BY t.payload_bytes LIMIT 20`;
    const statement = { text, parameters: ['%plain%'] };
    const plan = await store.database.read((sql) => explain(sql, statement));
    expect(plan).toEqual({ sorts: true, steps: [{ table: 't', isFullScan: true, index: null }] });
  });
});
