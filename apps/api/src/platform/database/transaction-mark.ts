import { randomBytes } from 'node:crypto';
import type { Connection } from './conversation.js';
import { troubleOf } from './database-error.js';

/** What a transaction writes first, so that it can be found out later whether it took effect. */
export const insertMark = 'INSERT INTO transaction_marks (mark, made_at) VALUES (?, NOW(3))';
const insertMarkAndQuestion = 'INSERT INTO transaction_marks (mark, made_at) VALUES (?, NOW(3)), (?, NOW(3))';
const selectQuestion = 'SELECT COUNT(*) AS count FROM transaction_marks WHERE mark = ?';

/** A mark that no other transaction has. */
export const newMark = (): Buffer => randomBytes(16);

/**
 * The question whether the transaction of a mark took effect. It inserts the mark itself, which waits until the
 * transaction has ended, and takes the mark's place for good when there was none: the transaction can never commit
 * after that, on any node. A mark of the question's own goes with it, so that it may be asked again when its answer
 * is lost: it then finds its own.
 */
export class MarkQuestion {
  private readonly ownMark = newMark();

  constructor(private readonly mark: Buffer) {}

  /** Whether the transaction was committed; false: it never will be. */
  async ask(connection: Connection): Promise<boolean> {
    try {
      await connection.query(insertMarkAndQuestion, [this.mark, this.ownMark]);
      return false;
    } catch (error) {
      if (troubleOf(error) !== 'duplicate-key') throw error;
      const [row] = (await connection.query(selectQuestion, [this.ownMark])) as { count: number | string }[];
      return Number(row?.count) === 0;
    }
  }
}
