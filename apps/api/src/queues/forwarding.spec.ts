import { describe, expect, it } from '@jest/globals';
import { queueConfiguration, type QueueConfiguration } from '@spool/contracts';
import { aCaller } from '../../test/support/callers.js';
import { SpoolError } from '../platform/spool-error.js';
import type { QueueRecord } from '../store/queue-store.js';
import { checkForwarding, checkNobodyForwardsTo } from './forwarding.js';

const configurationFor = (target: string | null): QueueConfiguration =>
  queueConfiguration.parse({ deadLetter: target === null ? {} : { mode: 'forward', queue: target } });

/** Queues by name, each with the queue that it forwards to. */
const queuesOf = (targets: Readonly<Record<string, string | null>>): QueueRecord[] =>
  Object.entries(targets).map(([name, target], index) => ({
    id: index + 1,
    name,
    configuration: configurationFor(target),
    isPaused: false,
    pauseReason: null,
    version: 1,
    createdAtMs: 0,
    updatedAtMs: 0,
  }));

const outcomeOf = (check: () => void): string => {
  try {
    check();
    return 'allowed';
  } catch (error) {
    if (!(error instanceof SpoolError)) throw error;
    return [error.code, ...(error.extras.errors ?? []).map(({ path }) => path)].join(' ');
  }
};

const forwarding = (
  name: string,
  target: string | null,
  others: Readonly<Record<string, string | null>>,
  covered: string[] = ['*'],
): string =>
  outcomeOf(() =>
    checkForwarding(name, configurationFor(target), queuesOf(others), aCaller(['admin'], covered)),
  );

const refused = 'validation_failed /deadLetter/queue';

describe('A queue that forwards its dead', () => {
  it('may forward to one that keeps its own, and along a chain', () => {
    expect(forwarding('orders', 'graves', { graves: null })).toBe('allowed');
    expect(forwarding('orders', 'mail', { mail: 'graves', graves: null })).toBe('allowed');
    expect(forwarding('orders', null, {})).toBe('allowed');
  });

  it('must not forward to nothing', () => {
    expect(forwarding('orders', 'nowhere', { graves: null })).toBe(refused);
  });

  it('must not forward to itself, whether it exists or not', () => {
    expect(forwarding('orders', 'orders', {})).toBe(refused);
    expect(forwarding('orders', 'orders', { orders: null })).toBe(refused);
  });

  it('must not close a circle of any length', () => {
    expect(forwarding('orders', 'mail', { mail: 'orders', orders: null })).toBe(refused);
    expect(forwarding('a', 'b', { a: null, b: 'c', c: 'd', d: 'a' })).toBe(refused);
  });

  it('is judged by its new configuration, not by the old', () => {
    expect(forwarding('a', null, { a: 'b', b: 'a' })).toBe('allowed');
    expect(forwarding('a', 'c', { a: 'b', b: 'a', c: null })).toBe('allowed');
  });

  it('is refused, not followed for ever, where others go round in a circle already', () => {
    expect(forwarding('orders', 'a', { a: 'b', b: 'a' })).toBe(refused);
  });
});

describe('Forwarding, for who covers some queues', () => {
  it('goes to none of the others, which answer as if there were none', () => {
    const queues = { mine: null, theirs: null };
    expect(forwarding('mine', 'theirs', queues, ['mine'])).toBe(refused);
    expect(forwarding('mine', 'theirs', queues, ['mine', 'theirs'])).toBe('allowed');
    const saidOf = (target: string): string => {
      try {
        checkForwarding('mine', configurationFor(target), queuesOf(queues), aCaller(['admin'], ['mine']));
      } catch (error) {
        if (error instanceof SpoolError) return JSON.stringify(error.extras.errors).replaceAll(target, '?');
      }
      return 'allowed';
    };
    expect(saidOf('theirs')).toBe(saidOf('nowhere'));
  });

  it('may go on to where it goes already', () => {
    expect(forwarding('mine', 'theirs', { mine: 'theirs', theirs: null }, ['mine'])).toBe('allowed');
  });
});

describe('A queue that others forward to', () => {
  const deleting = (name: string, targets: Readonly<Record<string, string | null>>): string =>
    outcomeOf(() => checkNobodyForwardsTo(name, queuesOf(targets), aCaller(['admin'])));

  it('must not be deleted', () => {
    expect(deleting('graves', { orders: 'graves', graves: null })).toBe('conflict');
  });

  it('is not told which, where the caller does not cover it', () => {
    const queues = queuesOf({ theirs: 'mine', mine: null });
    const deletingBy = (covered: string[]) => (): void =>
      checkNobodyForwardsTo('mine', queues, aCaller(['admin'], covered));
    expect(deletingBy(['mine'])).toThrow('A queue that you do not cover');
    expect(deletingBy(['*'])).toThrow('"theirs"');
  });

  it('may be deleted once nobody does', () => {
    expect(deleting('graves', { orders: null, graves: 'orders' })).toBe('allowed');
    expect(deleting('graves', { graves: null })).toBe('allowed');
  });
});
