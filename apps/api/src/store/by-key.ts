/**
 * How rows are reached by their keys. SELECT and UPDATE name them in a list: `FROM tasks t FORCE INDEX (PRIMARY)
 * WHERE t.id IN (?)` visits exactly these rows, lowest key first, at every size of the table and of the list.
 * A DELETE is not forced by the hint, so its keys are joined; one key alone is always looked up.
 */
import { idList, idTable, keyList, keyTable, sortedIds } from './json-table.js';

/** Task ids for `IN (?)`, each once. As BigInt they are written as digits: no float ever holds one. */
export const idValues = (ids: Iterable<string>): bigint[] => sortedIds(ids).map(BigInt);

/** Thread keys or lease slots for `IN (?)`, each once. */
export const keyValues = (keys: Iterable<string>): Buffer[] =>
  [...new Set(keys)].sort().map((key) => Buffer.from(key, 'hex'));

/** A statement with its parameters, to be spread into a call of `Sql`. */
export type Prepared = readonly [statement: string, parameters: readonly unknown[]];

/** Deletes rows of a table by their ids. */
export const deletionById = (table: string): ((ids: readonly string[]) => Prepared) => {
  const one = `DELETE FROM ${table} WHERE id = ?`;
  const many = `DELETE t FROM ${idTable} j STRAIGHT_JOIN ${table} t FORCE INDEX (PRIMARY) ON t.id = j.id`;
  return (ids) => (ids.length === 1 ? [one, idValues(ids)] : [many, [idList(ids)]]);
};

/** Deletes rows of a table by a binary key. */
export const deletionByKey = (table: string, column: string): ((keys: readonly string[]) => Prepared) => {
  const one = `DELETE FROM ${table} WHERE ${column} = ?`;
  const many = `
    DELETE t FROM ${keyTable} j STRAIGHT_JOIN ${table} t FORCE INDEX (PRIMARY) ON t.${column} = UNHEX(j.hex)`;
  return (keys) => (keys.length === 1 ? [one, keyValues(keys)] : [many, [keyList(keys)]]);
};
