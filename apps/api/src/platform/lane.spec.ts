import { describe, expect, it } from '@jest/globals';
import { Lane } from './lane.js';

/** Work that a test lets go by hand: it sees each batch as it begins. */
class HandDriven {
  readonly batches: string[][] = [];
  private readonly gates: { open: () => void; fail: (error: Error) => void }[] = [];

  readonly work = (calls: readonly string[]): Promise<readonly string[]> => {
    this.batches.push([...calls]);
    return new Promise((resolve, reject) => {
      this.gates.push({ open: () => resolve(calls.map((call) => `${call}!`)), fail: reject });
    });
  };

  /** Ends the batch that began as the `number`th, and lets what follows from it happen. */
  async open(number: number): Promise<void> {
    this.gates[number]?.open();
    await settle();
  }

  async fail(number: number, error: Error): Promise<void> {
    this.gates[number]?.fail(error);
    await settle();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const errorOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call;
  } catch (error) {
    return error;
  }
};

const mayRepeat = (error: unknown): boolean => error instanceof Error && error.message !== 'unknown';

const laneOver = (driven: HandDriven, batchesAtOnce = 1): Lane<string, string> =>
  new Lane(driven.work, {
    sizeOf: (call) => call.length,
    batchSize: 4,
    batchesAtOnce,
    largeBatchesAtOnce: batchesAtOnce,
    mayRepeat,
  });

describe('a lane', () => {
  it('runs a call at once when it is free, and merges what arrives meanwhile', async () => {
    const driven = new HandDriven();
    const lane = laneOver(driven);
    const answers = Promise.all(['a', 'b', 'c'].map((call) => lane.submit(call)));
    expect(driven.batches).toEqual([['a']]);
    await driven.open(0);
    expect(driven.batches).toEqual([['a'], ['b', 'c']]);
    await driven.open(1);
    expect(await answers).toEqual(['a!', 'b!', 'c!']);
    expect(lane.isIdle).toBe(true);
  });

  it('bounds a batch by size, and gives a call larger than that a batch of its own', async () => {
    const driven = new HandDriven();
    const lane = laneOver(driven);
    const answers = ['a', 'bb', 'ccc', 'ddddddd', 'e'].map((call) => lane.submit(call));
    for (const number of [0, 1, 2, 3, 4]) await driven.open(number);
    expect(driven.batches).toEqual([['a'], ['bb'], ['ccc'], ['ddddddd'], ['e']]);
    expect(await Promise.all(answers)).toHaveLength(5);
  });

  it('runs no more batches at once than it may', async () => {
    const driven = new HandDriven();
    const lane = laneOver(driven, 2);
    const answers = Promise.all(['a', 'b', 'c'].map((call) => lane.submit(call)));
    expect(driven.batches).toEqual([['a'], ['b']]);
    await driven.open(1);
    expect(driven.batches).toEqual([['a'], ['b'], ['c']]);
    await driven.open(0);
    await driven.open(2);
    expect(await answers).toEqual(['a!', 'b!', 'c!']);
  });

  it('runs more at once of what is large, and merges what is small as before', async () => {
    const driven = new HandDriven();
    const lane = new Lane(driven.work, {
      sizeOf: (call) => call.length,
      batchSize: 8,
      batchesAtOnce: 1,
      largeBatchesAtOnce: 2,
      mayRepeat,
    });
    const answers = Promise.all(['a', 'b', 'cc', 'd'].map((call) => lane.submit(call)));
    expect(driven.batches).toEqual([['a'], ['b', 'cc']]);
    await driven.open(0);
    expect(driven.batches).toEqual([['a'], ['b', 'cc']]);
    await driven.open(1);
    expect(driven.batches).toEqual([['a'], ['b', 'cc'], ['d']]);
    await driven.open(2);
    expect(await answers).toEqual(['a!', 'b!', 'cc!', 'd!']);
  });

  it('runs a failed batch again call by call: only the call that fails alone is refused', async () => {
    const driven = new HandDriven();
    const lane = laneOver(driven);
    const first = lane.submit('a');
    const good = lane.submit('b');
    const bad = lane.submit('c');
    const refusal = errorOf(bad);
    await driven.open(0);
    await driven.fail(1, new Error('the batch is bad'));
    expect(driven.batches.slice(2)).toEqual([['b'], ['c']]);
    await driven.fail(3, new Error('c is bad'));
    await driven.open(2);
    expect(await first).toBe('a!');
    expect(await good).toBe('b!');
    expect(await refusal).toEqual(new Error('c is bad'));
  });

  it('repeats nothing of a batch that may have been done: every call of it is told', async () => {
    const driven = new HandDriven();
    const lane = laneOver(driven);
    const first = lane.submit('a');
    const refusals = Promise.all([lane.submit('b'), lane.submit('c')].map(errorOf));
    await driven.open(0);
    await driven.fail(1, new Error('unknown'));
    expect(await refusals).toEqual([new Error('unknown'), new Error('unknown')]);
    expect(driven.batches).toEqual([['a'], ['b', 'c']]);
    expect(await first).toBe('a!');
  });

  it('goes on after a failure', async () => {
    const driven = new HandDriven();
    const lane = laneOver(driven);
    const refusal = errorOf(lane.submit('a'));
    await driven.fail(0, new Error('away'));
    expect(await refusal).toEqual(new Error('away'));
    const next = lane.submit('b');
    await driven.open(1);
    expect(await next).toBe('b!');
  });
});
