import { describe, expect, it } from '@jest/globals';
import { filterOf } from './audit-filter.js';

describe('filterOf', () => {
  it('takes a number for a task, and an actor as it is typed', () => {
    expect(filterOf({ actor: ' ann ', target: '4812' })).toMatchObject({
      actor: 'ann',
      target: 'task:4812',
    });
  });

  it('leaves what says itself what it is', () => {
    expect(filterOf({ actor: 'key:shop', target: 'queue:orders' })).toMatchObject({
      actor: 'key:shop',
      target: 'queue:orders',
    });
  });

  it('leaves out what says nothing', () => {
    const nothing = filterOf({ actor: ' ', action: 'task.conjure', target: '', from: 'soon' });
    expect(Object.values(nothing).filter((value) => value !== undefined)).toEqual([]);
  });
});
