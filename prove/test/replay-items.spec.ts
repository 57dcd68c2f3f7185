import { describe, expect, it } from '@jest/globals';
import { newInstallation, type Installation } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import type { Event, Knowledge } from '../src/checker/events.js';
import { doItems } from '../src/checker/replay-items.js';
import type { Told } from '../src/history/entry.js';

/** A thread of which tasks 1 and 2 have died, in this order, at 10 and 20. */
const twoDead = (): Installation => {
  const model = newInstallation([{ name: 'plain' }]);
  for (const atMs of [10, 20]) {
    perform(model, { kind: 'enqueue', tasks: [{ queue: 'plain', threadId: 'T' }] }, atMs);
    const [taken] = perform(model, { kind: 'dequeue', queue: 'plain', workerId: 'w', max: 1 }, atMs);
    if (taken?.status !== 'ok' || taken.token === undefined) throw new Error('The task was not handed out.');
    const item = { id: taken.id, token: taken.token, errorType: 'E', retryable: false };
    perform(model, { kind: 'fail', items: [item] }, atMs);
  }
  return model;
};

const known: Knowledge = {
  ends: new Map(),
  enqueuedAtMs: new Map([
    [3, 50],
    [4, 50],
  ]),
  restartedAs: new Map(),
  idOfMarker: new Map(),
  settledTokens: new Set(),
  goneIds: new Set(),
};

const restart = (told: readonly Told[]) => {
  const entry = {
    number: 1,
    client: 'client',
    replica: 0,
    askedAtMs: 40,
    endedAtMs: 60,
    asked: { queue: null, sent: [], items: [], demand: null, hold: null },
    fate: 'answered',
    answer: null,
    reason: null,
  } as const;
  const event: Event = { entry, isOptional: false, fromMs: 40, untilMs: 60, steps: [] };
  const items = [
    { verb: 'restart', id: 2 },
    { verb: 'restart', id: 1 },
  ] as const;
  return doItems(twoDead(), { kind: 'items', items, told }, { event, known });
};

describe('A call that restarts several of a thread', () => {
  it('is right when they arrive in their old order, whatever the order of the call', () => {
    expect(
      restart([
        { status: 'ok', newId: 4 },
        { status: 'ok', newId: 3 },
      ]),
    ).toBeNull();
  });

  it('is wrong when two of them are told the same new id', () => {
    expect(
      restart([
        { status: 'ok', newId: 3 },
        { status: 'ok', newId: 3 },
      ]),
    ).toBe('task 1 was restarted as 3, which is not the largest id');
  });
});
