/** What a changing statement did. */
export interface Change {
  readonly affectedRows: number;
  /** The first generated AUTO_INCREMENT value, as decimal digits. */
  readonly insertId: string;
}

/** A connection to the database, inside a transaction or not: the only thing that store functions need. */
export interface Sql {
  /** Runs a statement that returns rows. */
  rows<Row>(statement: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement that changes rows. */
  change(statement: string, parameters?: readonly unknown[]): Promise<Change>;
}
