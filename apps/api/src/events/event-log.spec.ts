import { describe, expect, it } from '@jest/globals';
import { noChanges, type Changes } from './changes.js';
import { EventLog } from './event-log.js';

const changeOf = (queue: string): Changes => new Map([['tasks', new Set([queue])]]);

describe('An event log', () => {
  it('tells what happened after an event', () => {
    const log = new EventLog('ab');
    const before = log.lastId;
    expect(log.since(before)).toEqual(noChanges);
    log.add(changeOf('orders'));
    log.add(changeOf('mail'));
    expect(log.since(before)).toEqual(new Map([['tasks', new Set(['orders', 'mail'])]]));
    expect(log.since('ab-1')).toEqual(changeOf('mail'));
    expect(log.since(log.lastId)).toEqual(noChanges);
  });

  it.each(['cd-1', 'ab-3', 'ab-', 'ab', '', 'ab--1', 'ab-1x', `ab-${'9'.repeat(400)}`, '\u0000'])(
    'cannot tell it after %j',
    (id) => {
      const log = new EventLog('ab');
      log.add(changeOf('orders'));
      log.add(changeOf('mail'));
      expect(log.since(id)).toBeNull();
    },
  );

  it('forgets what is older than three hundred events', () => {
    const log = new EventLog('ab');
    for (let event = 0; event < 301; event += 1) log.add(changeOf(`queue-${event}`));
    expect(log.since('ab-0')).toBeNull();
    expect(log.since('ab-1')?.get('tasks')?.size).toBe(300);
  });
});
