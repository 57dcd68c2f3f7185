import type { Sql } from '../../src/platform/database/sql.js';

/** Lets something happen in the database right after the first reading statement that `isMoment` picks. */
export const happeningAfter = (
  sql: Sql,
  isMoment: (statement: string) => boolean,
  happen: () => Promise<unknown>,
): Sql => {
  let isOver = false;
  return {
    change: (statement, parameters) => sql.change(statement, parameters),
    defer: (statement, parameters) => sql.defer(statement, parameters),
    rows: async <Row>(statement: string, parameters?: readonly unknown[]) => {
      const rows = await sql.rows<Row>(statement, parameters);
      if (!isOver && isMoment(statement)) {
        isOver = true;
        await happen();
      }
      return rows;
    },
  };
};
