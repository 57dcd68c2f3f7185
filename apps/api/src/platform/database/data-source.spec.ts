import { describe, expect, it } from '@jest/globals';
import { optionsFor, mostStatementsAtOnce } from './data-source.js';

const address = { url: 'mysql://root@127.0.0.1/spool', poolSize: 4 };

describe('Connections', () => {
  it.each(['mariadb', 'mysql'] as const)('to %s take as many statements at once as fit', (kind) => {
    const options = optionsFor({ kind, isClustered: false }, address);
    expect(mostStatementsAtOnce({ options })).toBe(Number.POSITIVE_INFINITY);
  });

  it('to a node of a cluster take one statement at a time: what stands behind an aborted one would run by itself', () => {
    const options = optionsFor({ kind: 'mariadb', isClustered: true }, address);
    expect(options).toMatchObject({ multipleStatements: false });
    expect(mostStatementsAtOnce({ options })).toBe(1);
  });
});
