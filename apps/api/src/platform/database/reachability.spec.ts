import { beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailable } from './database-unavailable.js';
import { Reachability } from './reachability.js';

let nowMs: number;
let reachability: Reachability;
const connection = {};

beforeEach(() => {
  nowMs = 10_000;
  reachability = new Reachability(() => nowMs);
});

describe('While the server does not answer', () => {
  it('calls are refused at once, but for one in half a second', () => {
    reachability.noteAway();
    nowMs += 499;
    expect(() => reachability.admit()).toThrow(DatabaseUnavailable);
    nowMs += 1;
    expect(() => reachability.admit()).not.toThrow();
    expect(() => reachability.admit()).toThrow('does not answer');
  });

  it('one answer opens the way for all', () => {
    reachability.noteAway();
    reachability.noteAnswer(connection);
    for (let call = 0; call < 3; call += 1) expect(() => reachability.admit()).not.toThrow();
  });
});

describe('A connection', () => {
  it('is trusted while it is new, and once it has answered after another was lost', () => {
    reachability.doubtOthers();
    expect(reachability.trusts(connection)).toBe(true);
    nowMs += 1;
    reachability.noteAnswer(connection);
    expect(reachability.trusts(connection)).toBe(true);
    nowMs += 1;
    reachability.doubtOthers();
    expect(reachability.trusts(connection)).toBe(false);
    expect(reachability.trusts({})).toBe(true);
  });
});
