/** What a changing statement did. */
export interface Change {
  readonly affectedRows: number;
  /** The first generated AUTO_INCREMENT value, as decimal digits. */
  readonly insertId: string;
}

/**
 * A connection to the database, inside a transaction or not: the only thing that store functions need. Statements run
 * in the order in which they are asked for; those asked for in the same turn (`Promise.all`) travel in one packet.
 */
export interface Sql {
  /** Runs a statement that returns rows. */
  rows<Row>(statement: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement that changes rows, and tells what it did. */
  change(statement: string, parameters?: readonly unknown[]): Promise<Change>;
  /**
   * Runs a statement whose answer nobody needs. It travels with the next one that is asked for, or ahead of the
   * COMMIT; what goes wrong with it goes wrong there.
   */
  defer(statement: string, parameters?: readonly unknown[]): void;
}
