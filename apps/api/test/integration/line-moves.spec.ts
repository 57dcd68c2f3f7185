import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Outcome } from '../../src/store/transitions/outcome.js';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpStore } from '../support/bare-store.js';

jest.setTimeout(60_000);

const store = setUpStore();
let first: string;
let second: string;
let third: string;

const moved = (id: string, scheduledAtMs: number): Outcome => ({
  kind: 'returned',
  id,
  scheduledAtMs,
  attempt: 0,
});

const nextOne = async (): Promise<string | undefined> => (await store.take(10))[0]?.id;

const decisions = async (): Promise<number> => {
  const [row] = await store.database.read((sql) =>
    sql.rows<{ decisions: number | string }>('SELECT decisions FROM threads'),
  );
  return Number(row?.decisions);
};

beforeEach(async () => {
  await store.empty();
  [first = '', second = '', third = ''] = await store.enqueue(
    [1_000, 2_000, 3_000].map((scheduledAtMs) => ({ thread: 'a', scheduledAtMs })),
  );
});

afterEach(async () => {
  await expectCleanAudit(store);
});

describe('The row of a thread', () => {
  it.each([
    ['a member behind others gets another time', () => store.settle([moved(third, 2_500)])],
    [
      'the one in progress returns as it stood',
      async () => {
        await store.take(1);
        await store.settle([moved(first, 1_000)]);
      },
    ],
  ])('changes when %s: nodes of a cluster that decide at once must conflict', async (_, decide) => {
    const before = await decisions();
    await decide();
    expect(await decisions()).toBeGreaterThan(before);
  });
});

describe('A member that gets another time', () => {
  it.each([
    ['the same', 1_000],
    ['a later one before its sibling’s', 1_500],
    ['an earlier one', 1],
  ])('stays the head with %s', async (_, scheduledAtMs) => {
    await store.settle([moved(first, scheduledAtMs)]);
    await expectCleanAudit(store);
    expect(await nextOne()).toBe(first);
  });

  it('lets its sibling go first with a later time than that', async () => {
    expect(await store.settle([moved(first, 2_500)])).toEqual([second]);
    await expectCleanAudit(store);
    expect(await nextOne()).toBe(second);
  });

  it('displaces the head with an earlier time (R3)', async () => {
    await store.settle([moved(third, 500)]);
    await expectCleanAudit(store);
    expect(await nextOne()).toBe(third);
  });

  it('is elected with the whole batch', async () => {
    await store.settle([moved(first, 9_000), moved(third, 700), moved(second, 600)]);
    await expectCleanAudit(store);
    expect(await nextOne()).toBe(second);
  });

  it('never interrupts the one in progress', async () => {
    await store.take(1);
    await store.settle([moved(third, 1)]);
    expect(await nextOne()).toBeUndefined();
    await expectCleanAudit(store);
    expect(await store.complete([first])).toEqual([third]);
  });

  it('goes behind an arrival that came while it ran, when it is released', async () => {
    await store.take(1);
    const [early] = await store.enqueue([{ thread: 'a', scheduledAtMs: 1 }]);
    expect(await store.settle([moved(first, 1_000)])).toEqual([early]);
    await expectCleanAudit(store);
    expect(await nextOne()).toBe(early);
  });
});
