import { afterAll, beforeAll } from '@jest/globals';

/** Starts something before the tests of a file and ends it after them; answers how the tests reach it. */
export const forAllTests = <Thing>(
  start: () => Promise<Thing>,
  end: (thing: Thing) => Promise<void>,
): (() => Thing) => {
  let started: { readonly thing: Thing } | undefined;
  beforeAll(async () => {
    started = { thing: await start() };
  });
  afterAll(async () => {
    if (started !== undefined) await end(started.thing);
  });
  return () => {
    if (started === undefined) throw new Error('It is there once the tests run.');
    return started.thing;
  };
};
