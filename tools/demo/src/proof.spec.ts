import { describe, expect, it } from '@jest/globals';
import { countOutOfOrder, countOverlaps, prove } from './proof.js';
import type { Delivery } from './receiver.js';

const delivery = (
  order: number,
  [startedMs, endedMs]: readonly [number, number],
  more: Partial<Delivery> = {},
): Delivery => ({ customer: 'c1', order, startedMs, endedMs, accepted: true, ...more });

const run = { orders: 2, refusedOrders: new Set<number>(), deadListed: 0 };
const verdicts = (deliveries: readonly Delivery[], expected = run): boolean[] =>
  prove(deliveries, expected).map(({ holds }) => holds);

describe('the proof of the demo', () => {
  it('holds for orders delivered one after another', () => {
    expect(verdicts([delivery(1, [0, 5]), delivery(2, [5, 9])])).toEqual([true, true, true, true, true]);
  });

  it('finds deliveries to one customer that overlap, whichever was written down first', () => {
    expect(countOverlaps([delivery(2, [4, 9]), delivery(1, [0, 5])])).toBe(1);
    expect(countOverlaps([delivery(1, [0, 5]), delivery(2, [4, 9], { customer: 'c2' })])).toBe(0);
  });

  it('finds a first attempt after a later order’s, but lets a retry come later', () => {
    const failed = delivery(1, [0, 1], { accepted: false });
    expect(countOutOfOrder([delivery(2, [0, 1]), delivery(1, [2, 3])])).toBe(1);
    expect(countOutOfOrder([failed, delivery(2, [2, 3]), delivery(1, [4, 5])])).toBe(0);
  });

  it('finds an order that is missing', () => {
    expect(verdicts([delivery(1, [0, 1])])).toEqual([true, true, false, true, true]);
  });

  it('finds an order that was accepted twice', () => {
    const twice = [delivery(1, [0, 1]), delivery(1, [2, 3]), delivery(2, [4, 5])];
    expect(verdicts(twice)).toEqual([true, true, true, false, true]);
  });

  it('finds a refused order that never arrived, and dead tasks that were not listed', () => {
    const refused = { ...run, refusedOrders: new Set([2]) };
    expect(verdicts([delivery(1, [0, 1])], { ...refused, deadListed: 1 }).at(-1)).toBe(false);
    expect(verdicts([delivery(1, [0, 1]), delivery(2, [2, 3])], refused).at(-1)).toBe(false);
  });
});
