import { describe, expect, it } from '@jest/globals';
import { filterOf } from './audit-filter.js';

describe('filterOf', () => {
  it('takes a name for an operator and a number for a task', () => {
    expect(filterOf({ actor: ' ann ', target: '4812' })).toMatchObject({
      actor: 'operator:ann',
      target: 'task:4812',
    });
  });

  it('leaves what says itself what it is', () => {
    expect(filterOf({ actor: 'key:shop', target: 'queue:orders' })).toMatchObject({
      actor: 'key:shop',
      target: 'queue:orders',
    });
    expect(filterOf({ actor: 'system' }).actor).toBe('system');
  });

  it('leaves out what says nothing', () => {
    const nothing = filterOf({ actor: ' ', action: 'task.conjure', target: '', from: 'soon' });
    expect(Object.values(nothing).filter((value) => value !== undefined)).toEqual([]);
  });
});
