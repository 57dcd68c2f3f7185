import { beforeEach, describe, expect, it } from '@jest/globals';
import { routes } from '@spool/contracts';
import { loadClassOf, LoadShedder } from './load-shedding.js';

const refusal = 'more requests than it can hold';
let load: LoadShedder;

beforeEach(() => {
  load = new LoadShedder({ requests: 2, bodyBytes: 100 });
});

describe('LoadShedder', () => {
  it('refuses requests above the limit, and admits again when one has ended', () => {
    const first = load.admit('other');
    load.admit('other');
    expect(() => load.admit('other')).toThrow(refusal);
    first.end();
    first.end();
    expect(() => load.admit('other')).not.toThrow();
    expect(load.openRequests).toBe(2);
  });

  it('refuses bodies above the limit, and forgets the bytes of a request that has ended', () => {
    const share = load.admit('other');
    share.addBytes(60);
    expect(() => share.addBytes(60)).toThrow(refusal);
    share.end();
    expect(load.heldBytes).toBe(0);
    load.admit('other').addBytes(100);
    expect(load.heldBytes).toBe(100);
  });

  it('settles tasks when everything else is refused', () => {
    load.admit('other').addBytes(100);
    load.admit('other');
    expect(() => load.admit('other')).toThrow(refusal);
    for (let open = 0; open < 4; open += 1) load.admit('settling').addBytes(25);
    expect(() => load.admit('settling')).toThrow(refusal);
  });

  it('does not let waiting workers crowd out producers', () => {
    load.admit('waiting');
    load.admit('waiting');
    expect(() => load.admit('waiting')).toThrow(refusal);
    expect(() => load.admit('other')).not.toThrow();
  });
});

describe('loadClassOf', () => {
  it('sorts the routes', () => {
    expect(loadClassOf(routes.completeTasks)).toBe('settling');
    expect(loadClassOf(routes.keepaliveTask)).toBe('settling');
    expect(loadClassOf(routes.dequeue)).toBe('waiting');
    expect(loadClassOf(routes.enqueueTask)).toBe('other');
    expect(loadClassOf(undefined)).toBe('other');
  });
});
