import type { DataSource } from 'typeorm';
import type { Metrics, Sample } from '../metrics/metrics.js';

/** How the connections of a pool stand. */
interface PoolNumbers {
  readonly inUse: number;
  readonly idle: number;
  /** Who waits for a connection. */
  readonly waiting: number;
}

/** The driver tells the length of its lists to nobody else: without them everything reads 0. */
const lengthOf = (pool: object, list: string): number => {
  const value: unknown = Reflect.get(pool, list);
  return typeof value === 'object' && value !== null ? Number(Reflect.get(value, 'length')) : 0;
};

/** Reads how the connections of a data source stand now. */
const readPoolNumbers = ({ driver }: DataSource): PoolNumbers => {
  const pool: unknown = Reflect.get(driver, 'pool');
  if (typeof pool !== 'object' || pool === null) return { inUse: 0, idle: 0, waiting: 0 };
  const idle = lengthOf(pool, '_freeConnections');
  return {
    idle,
    inUse: lengthOf(pool, '_allConnections') - idle,
    waiting: lengthOf(pool, '_connectionQueue'),
  };
};

/** Tells Prometheus how the connections of each pool stand, and how many each may hold. */
export const tellPools = (
  metrics: Metrics,
  pools: Readonly<Record<string, { readonly dataSource: DataSource; readonly size: number }>>,
): void => {
  const samples = <Label extends string>(
    read: (pool: string, numbers: PoolNumbers, size: number) => Sample<Label>[],
  ): Sample<Label>[] =>
    Object.entries(pools).flatMap(([pool, { dataSource, size }]) =>
      read(pool, readPoolNumbers(dataSource), size),
    );
  metrics.gauge(
    {
      name: 'spool_database_connections',
      help: 'Open connections to the database, by pool and state.',
      labels: ['pool', 'state'],
    },
    () =>
      samples((pool, { inUse, idle }) => [
        { labels: { pool, state: 'in_use' }, value: inUse },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
  );
  metrics.gauge(
    {
      name: 'spool_database_connections_waited_for',
      help: 'Transactions and reads that wait for a connection, by pool.',
      labels: ['pool'],
    },
    () => samples((pool, { waiting }) => [{ labels: { pool }, value: waiting }]),
  );
  metrics.gauge(
    {
      name: 'spool_database_connections_limit',
      help: 'How many connections a pool may hold.',
      labels: ['pool'],
    },
    () => samples((pool, _, size) => [{ labels: { pool }, value: size }]),
  );
};
