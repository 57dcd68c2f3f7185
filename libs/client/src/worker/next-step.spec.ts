import { describe, expect, it } from '@jest/globals';
import { nextStep, prefetchNow, type Parcel, type WorkerSituation } from './next-step.js';

const parcel = (more: Partial<Parcel> = {}): Parcel => ({ bytes: 100, travelsAlone: false, ...more });
const parcels = (count: number, more: Partial<Parcel> = {}): Parcel[] =>
  Array.from({ length: count }, () => parcel(more));

const situation = (more: Partial<WorkerSituation> = {}): WorkerSituation => ({
  capacity: 10,
  inHand: 0,
  askedFor: 0,
  parcels: [],
  settling: 0,
  isPolling: false,
  isStopping: false,
  ...more,
});

describe('The next step of a worker', () => {
  it('that has nothing is to wait for as many tasks as it may have', () => {
    expect(nextStep(situation())).toEqual({ kind: 'poll', ask: 10 });
  });

  it('asks neither for what is in hand nor for what was asked for already', () => {
    expect(nextStep(situation({ inHand: 4, askedFor: 3 }))).toEqual({ kind: 'poll', ask: 3 });
    expect(nextStep(situation({ inHand: 6, askedFor: 9 }))).toEqual({ kind: 'none' });
  });

  it('is nothing while one call waits and there is nothing to tell', () => {
    expect(nextStep(situation({ isPolling: true, askedFor: 5 }))).toEqual({ kind: 'none' });
  });

  it('tells what is settled and takes in the same round trip, beside a call that waits', () => {
    const step = nextStep(situation({ parcels: parcels(1), isPolling: true, askedFor: 9 }));
    expect(step).toEqual({ kind: 'settle', count: 1, ask: 1 });
  });

  it('tells without taking when its hands are full', () => {
    expect(nextStep(situation({ parcels: parcels(2), inHand: 10 }))).toEqual({
      kind: 'settle',
      count: 2,
      ask: 0,
    });
  });

  it('lets what ends meanwhile gather when two requests tell already', () => {
    expect(nextStep(situation({ parcels: parcels(3), settling: 2 }))).toEqual({ kind: 'none' });
    expect(nextStep(situation({ parcels: parcels(3), settling: 1 }))).toMatchObject({ count: 3 });
  });

  it('takes nothing when it stops, but tells', () => {
    expect(nextStep(situation({ isStopping: true }))).toEqual({ kind: 'none' });
    expect(nextStep(situation({ isStopping: true, parcels: parcels(1) }))).toEqual({
      kind: 'settle',
      count: 1,
      ask: 0,
    });
  });

  it('asks for no more than a dequeue may', () => {
    expect(nextStep(situation({ capacity: 2_000 }))).toEqual({ kind: 'poll', ask: 500 });
  });

  it('tells of as many as fit in a request, by count and by size, and of one at least', () => {
    expect(nextStep(situation({ parcels: parcels(2_000) }))).toMatchObject({ count: 500 });
    expect(nextStep(situation({ parcels: parcels(9, { bytes: 1_000_000 }) }))).toMatchObject({ count: 4 });
    expect(nextStep(situation({ parcels: parcels(2, { bytes: 5_000_000 }) }))).toMatchObject({ count: 1 });
  });

  it('sends alone what must travel alone', () => {
    const alone = parcel({ travelsAlone: true });
    expect(nextStep(situation({ parcels: [alone, ...parcels(5)] }))).toMatchObject({ count: 1 });
    expect(nextStep(situation({ parcels: [...parcels(2), alone, ...parcels(2)] }))).toMatchObject({
      count: 2,
    });
  });
});

describe('Prefetching', () => {
  it('waits until something is known about the handlers', () => {
    expect(prefetchNow(10, 10, null)).toBe(0);
  });

  it.each([
    [0.01, 10],
    [50, 10],
    [200, 5],
    [1_000, 1],
    [1_001, 0],
  ])('takes only what begins within a tenth of a second: runs of %p ms, %p ahead', (averageRunMs, ahead) => {
    expect(prefetchNow(10, 10, averageRunMs)).toBe(ahead);
  });

  it('goes no further than it may', () => {
    expect(prefetchNow(0, 10, 1)).toBe(0);
  });
});
