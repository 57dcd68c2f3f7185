import type { Sql } from '../platform/database/sql.js';
import { migrations } from './migrations/index.js';

/** The database's schema, seen from this version. */
export interface Schema {
  /** Migrations that the database has and this version knows. */
  readonly applied: readonly string[];
  /** Migrations that this version needs and the database has not. */
  readonly missing: readonly string[];
  /** Migrations of newer versions. */
  readonly newer: readonly string[];
  /** The newer ones took away what this version needs: it must not serve. */
  readonly isTooNew: boolean;
}

const showMigrations = `SHOW TABLES LIKE 'migrations'`;
const showFloor = `SHOW TABLES LIKE 'schema_floor'`;
const selectMigrations = 'SELECT name FROM migrations ORDER BY timestamp, id';
const selectFloor = 'SELECT floor FROM schema_floor WHERE id = 1';

const known = migrations.map((migration) => new migration().name);

/** A migration's name ends with its time. */
const timeOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 0);
const newestKnown = Math.max(...known.map(timeOf));

const readApplied = async (sql: Sql): Promise<string[]> => {
  if ((await sql.rows(showMigrations)).length === 0) return [];
  return (await sql.rows<{ name: string }>(selectMigrations)).map(({ name }) => name);
};

const readFloor = async (sql: Sql): Promise<number> => {
  if ((await sql.rows(showFloor)).length === 0) return 0;
  const [row] = await sql.rows<{ floor: string | number }>(selectFloor);
  return Number(row?.floor ?? 0);
};

/** Reads which migrations the database has, and whether it lets this version serve. */
export const readSchema = async (sql: Sql): Promise<Schema> => {
  const [inDatabase, floor] = await Promise.all([readApplied(sql), readFloor(sql)]);
  return {
    applied: inDatabase.filter((name) => known.includes(name)),
    missing: known.filter((name) => !inDatabase.includes(name)),
    newer: inDatabase.filter((name) => !known.includes(name)),
    isTooNew: floor > newestKnown,
  };
};
