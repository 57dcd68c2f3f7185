import { EventEmitter } from 'node:events';
import type { Database } from '../../src/platform/database/database.js';

const poolOf = ({ dataSource }: Database): EventEmitter => {
  const pool: unknown = Reflect.get(dataSource.driver, 'pool');
  if (!(pool instanceof EventEmitter)) throw new Error('The driver has no pool.');
  return pool;
};

interface Queryable {
  query(...given: [statement: string | object, ...rest: unknown[]]): unknown;
}

/** Runs a statement on every connection of a replica before each use. */
export const prepareEveryUse = (database: Database, statement: string): void => {
  poolOf(database).on('acquire', (connection: Queryable) => void connection.query(statement));
};

/**
 * Holds all of a replica's connections at once, each in a transaction, and gives them back; never resolves when one of
 * them is missing.
 */
export const holdEveryConnection = async (database: Database, poolSize: number): Promise<void> => {
  let arrived = 0;
  let noteAll: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (noteAll = resolve));
  const hold = async (): Promise<void> => {
    arrived += 1;
    if (arrived === poolSize) noteAll();
    await all;
  };
  await Promise.all(Array.from({ length: poolSize }, () => database.write(hold)));
};

const textOf = (statement: string | object): string =>
  typeof statement === 'string' ? statement : String(Reflect.get(statement, 'sql'));

/** Counts the statements that a replica sends from now on, or those that match; tells how many so far. */
export const countStatements = (database: Database, pattern = /^/): (() => number) => {
  let count = 0;
  const seen = new WeakSet<object>();
  poolOf(database).on('acquire', (connection: Queryable) => {
    if (seen.has(connection)) return;
    seen.add(connection);
    const query = connection.query.bind(connection);
    connection.query = (...given: Parameters<Queryable['query']>) => {
      if (pattern.test(textOf(given[0]))) count += 1;
      return query(...given);
    };
  });
  return () => count;
};
