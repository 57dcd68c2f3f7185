/**
 * The derived tables over which changes of several columns, and deletes, are joined: `… FROM <keys> j STRAIGHT_JOIN tasks t FORCE INDEX
 * (PRIMARY) ON …` visits exactly these rows, in the order of the array, at every table size. Arrays are sorted
 * before they come here, so that every transaction locks in the same order. An engine without JSON_TABLE
 * would get a UNION ALL here and nowhere else.
 */
const derivedTable = (columns: string): string =>
  `(SELECT * FROM JSON_TABLE(?, '$[*]' COLUMNS (${columns})) AS given)`;

/** Task ids, as `j.id`; the parameter is {@link idList}. */
export const idTable = derivedTable("id BIGINT PATH '$'");

/** Thread keys or lease slots, as `j.hex` (32 hexadecimal digits); the parameter is {@link keyList}. */
export const keyTable = derivedTable("hex CHAR(32) CHARACTER SET ascii PATH '$'");

/** Rows of named columns, as `j.<name>`; the parameter is a JSON array of objects with these members. */
export const rowTable = (columns: Readonly<Record<string, string>>): string =>
  derivedTable(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type} PATH '$.${name}'`)
      .join(', '),
  );

/** Escaped into a statement a byte may become two, and MariaDB takes statements of 16 MiB unless told otherwise. */
const listBytes = 6 * 1024 * 1024;

/** Rows in order, as parameters of {@link rowTable}: one, or as many as keep each statement within what servers take. */
export const rowLists = (rows: readonly object[]): string[] => {
  const lists: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const rowBytes = Buffer.byteLength(text) + 1;
    if (bytes + rowBytes > listBytes) {
      lists.push([]);
      bytes = 0;
    }
    lists.at(-1)?.push(text);
    bytes += rowBytes;
  }
  return lists.map((list) => `[${list.join(',')}]`);
};

/** Sorted by number and without repetition, as the parameter of {@link idTable}. Ids are written as digits: no float ever holds one. */
export const idList = (ids: Iterable<string>): string => `[${sortedIds(ids).join(',')}]`;

/** Ids sorted as numbers, each once. */
export const sortedIds = (ids: Iterable<string>): string[] =>
  [...new Set(ids)].sort((left, right) => left.length - right.length || (left < right ? -1 : 1));

/** Keys sorted and without repetition, as the parameter of {@link keyTable}. */
export const keyList = (keys: Iterable<string>): string => JSON.stringify([...new Set(keys)].sort());
