import type { Sql } from '../../src/platform/database/sql.js';

/** A statement as a store function would send it. */
export interface RecordedStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Runs a store function over a connection that answers nothing, and tells what it would have sent. */
export const statementsOf = async (work: (sql: Sql) => unknown): Promise<RecordedStatement[]> => {
  const recorded: RecordedStatement[] = [];
  const record = (text: string, parameters: readonly unknown[] = []): void => {
    recorded.push({ text, parameters });
  };
  await work({
    rows: (text, parameters) => {
      record(text, parameters);
      return Promise.resolve([]);
    },
    defer: record,
    change: (text, parameters) => {
      record(text, parameters);
      return Promise.resolve({ affectedRows: 0, insertId: '0' });
    },
  });
  return recorded;
};
