import { describe, expect, it } from '@jest/globals';
import { routes } from '@spool/contracts';
import { RouteTable } from './route-table.js';

const table = new RouteTable(Object.values(routes));

describe('RouteTable', () => {
  it.each([
    ['/v1/queues', ['GET', 'HEAD']],
    ['/v1/tasks/42', ['GET', 'PATCH', 'DELETE', 'HEAD']],
    ['/v1/tasks/complete', ['GET', 'PATCH', 'DELETE', 'POST', 'HEAD']],
    ['/v1/queues/orders/dequeue', ['POST']],
    ['/v1/queues/', []],
    ['/v1/queues//dequeue', []],
    ['/v1', []],
    ['/', []],
  ])('knows the methods of %s', (path, methods) => {
    expect(table.methodsOf(path).toSorted()).toEqual(methods.toSorted());
  });
});
