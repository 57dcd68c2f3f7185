import { describe, expect, it } from '@jest/globals';
import { routes, type Route } from '@spool/contracts';
import { aCaller } from '../../../test/support/callers.js';
import type { Caller } from '../caller.js';
import { SpoolError } from '../spool-error.js';
import { authorize } from './authorize.js';

const outcomeOf = (route: Route, caller: Caller, params: Record<string, string> = {}): string => {
  try {
    authorize(route, caller, params);
    return 'allowed';
  } catch (error) {
    if (error instanceof SpoolError) return error.code;
    throw error;
  }
};

describe('authorize', () => {
  it('lets in who has one of a route’s permissions', () => {
    expect(outcomeOf(routes.deleteTask, aCaller(['operate']))).toBe('allowed');
    expect(outcomeOf(routes.deleteTask, aCaller(['enqueue']))).toBe('allowed');
    expect(outcomeOf(routes.getSession, aCaller([]))).toBe('allowed');
  });

  it('names what is missing', () => {
    expect(() => authorize(routes.deleteTask, aCaller(['read']), {})).toThrow('"operate" or "enqueue"');
    expect(outcomeOf(routes.createApiKey, aCaller(['enqueue', 'work', 'read', 'operate']))).toBe('forbidden');
  });

  it('hides queues that no pattern covers, and lets nobody create them', () => {
    const caller = aCaller(['admin', 'work', 'read'], ['orders*', 'mail']);
    expect(outcomeOf(routes.dequeue, caller, { queue: 'orders-eu' })).toBe('allowed');
    expect(outcomeOf(routes.getQueue, caller, { queue: 'mail' })).toBe('allowed');
    expect(outcomeOf(routes.getQueue, caller, { queue: 'mails' })).toBe('queue_not_found');
    expect(outcomeOf(routes.dequeue, caller, { queue: 'invoices' })).toBe('queue_not_found');
    expect(outcomeOf(routes.putQueue, caller, { queue: 'invoices' })).toBe('forbidden');
  });

  it('tells a missing permission before it hides a queue', () => {
    expect(outcomeOf(routes.dequeue, aCaller(['read'], ['mail']), { queue: 'invoices' })).toBe('forbidden');
  });
});
