import { describe, expect, it } from '@jest/globals';
import type { Member } from './order.js';
import {
  decideThread,
  ImpossibleSnapshot,
  needsEarliestOther,
  type ThreadChange,
  type ThreadSnapshot,
} from './thread.js';

const member = (id: string, scheduledAtMs = 10): Member => ({ id, scheduledAtMs });
const arrives = (arrival: number, scheduledAtMs = 10): ThreadChange => ({
  kind: 'arrives',
  arrival,
  scheduledAtMs,
});
const returns = (id: string, scheduledAtMs = 10): ThreadChange => ({ kind: 'returns', id, scheduledAtMs });
const leaves = (id: string): ThreadChange => ({ kind: 'leaves', id });
const snapshot = (given: Partial<ThreadSnapshot>): ThreadSnapshot => ({
  inProgress: null,
  head: null,
  earliestOther: null,
  size: 0,
  ...given,
});

describe('Among those with one time', () => {
  it.each([
    [[arrives(0), arrives(1)], 0],
    [[arrives(1), arrives(0)], 0],
    [[arrives(2), arrives(1), arrives(3)], 1],
  ])('the first arrival is elected: %j', (changes, arrival) => {
    expect(decideThread(snapshot({}), changes).front).toEqual({
      kind: 'arrival',
      arrival,
      scheduledAtMs: 10,
    });
  });

  it.each([
    ['in progress', { inProgress: member('7'), size: 1 }, [arrives(0), returns('7')]],
    ['that was the head', { head: member('7'), size: 1 }, [arrives(0)]],
  ])('a member %s goes before an arrival', (_which, given, changes) => {
    expect(decideThread(snapshot(given), changes)).toMatchObject({
      size: 2,
      front: { kind: 'member', id: '7' },
      demotedId: null,
    });
  });
});

describe('A change of a thread', () => {
  it('elects nobody who leaves', () => {
    const running = snapshot({ inProgress: member('7'), size: 2 });
    expect(decideThread(running, [leaves('8'), returns('7')])).toEqual({
      size: 1,
      front: { kind: 'member', id: '7', scheduledAtMs: 10 },
      promoted: { kind: 'member', id: '7', scheduledAtMs: 10 },
      demotedId: null,
    });
  });

  it('ends the run of a member that returns, whatever else happens', () => {
    const running = snapshot({ inProgress: member('7'), size: 1 });
    const plan = decideThread(running, [arrives(0, 20), returns('7', 30)]);
    expect(plan.front).toEqual({ kind: 'arrival', arrival: 0, scheduledAtMs: 20 });
  });

  it('displaces a head, also where another member leaves', () => {
    const waiting = snapshot({ head: member('7'), size: 2 });
    expect(decideThread(waiting, [leaves('8'), arrives(0, 5)])).toMatchObject({
      promoted: { kind: 'arrival', arrival: 0 },
      demotedId: '7',
    });
    expect(decideThread(waiting, [leaves('7'), arrives(0, 5)])).toMatchObject({ demotedId: null });
  });
});

describe('The earliest member behind', () => {
  it.each<[string, Partial<ThreadSnapshot>, ThreadChange[], boolean]>([
    ['an arrival in nothing', {}, [arrives(0)], false],
    ['an arrival behind a head', { head: member('7') }, [arrives(0)], false],
    ['another that leaves', { head: member('7') }, [leaves('8')], false],
    ['the head that leaves', { head: member('7') }, [leaves('7')], true],
    ['the running one that returns', { inProgress: member('7') }, [arrives(0), returns('7')], true],
  ])('is needed for %s: %s', (_what, given, changes, isNeeded) => {
    expect(needsEarliestOther(snapshot(given), changes)).toBe(isNeeded);
  });

  it.each<[string, Partial<ThreadSnapshot>, ThreadChange[], string]>([
    [
      'it was not loaded',
      { head: member('7'), earliestOther: 'not-loaded', size: 2 },
      [leaves('7')],
      'must be loaded',
    ],
    [
      'there are a head and a member in progress',
      { inProgress: member('7'), head: member('8'), size: 2 },
      [arrives(0)],
      'has no head',
    ],
    [
      'more left than were there',
      { head: member('7'), size: 1 },
      [leaves('7'), leaves('8')],
      'More members left',
    ],
    [
      'members are there, and none to elect',
      { head: member('7'), size: 2 },
      [leaves('7')],
      'nobody to elect',
    ],
  ])('a snapshot is refused where %s', (_what, given, changes, message) => {
    const decide = (): unknown => decideThread(snapshot(given), changes);
    expect(decide).toThrow(ImpossibleSnapshot);
    expect(decide).toThrow(expect.objectContaining({ name: 'ImpossibleSnapshot' }));
    expect(decide).toThrow(message);
  });
});
