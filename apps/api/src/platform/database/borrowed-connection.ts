import { Socket } from 'node:net';
import type { PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { mostStatementsAtOnce } from './data-source.js';
import { hasTimedOut, isAnswer, isConnectionGone } from './database-error.js';
import type { Pulse } from './pulse.js';
import { DatabaseUnavailable } from './database-unavailable.js';

/** Longer than this nobody waits for a connection while others hold all of them. */
const longestWaitMs = 10_000;

/** Ends a connection at once: what is still to be sent is not sent. */
const cutOff = (connection: PoolConnection): void => {
  const stream: unknown = Reflect.get(connection, 'stream');
  // Before the driver ends it: a socket that is about to end can no longer be reset, and would stay.
  if (stream instanceof Socket && !stream.writableEnded) stream.resetAndDestroy();
  connection.destroy();
};

const busy = (): Error =>
  new DatabaseUnavailable('Every connection to the database has been in use for 10 s: try again shortly.');

/** Waits for a connection of the pool. One that comes too late goes back to it. */
const connect = async (runner: QueryRunner): Promise<PoolConnection> => {
  // TypeORM does not say what its driver's connections are.
  const connecting = runner.connect() as Promise<PoolConnection>;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      connecting.then(() => runner.release()).catch(() => undefined);
      reject(busy());
    }, longestWaitMs);
  });
  try {
    return await Promise.race([connecting, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A connection of the pool for one piece of work. It goes back only if it is fit for the next. */
export class BorrowedConnection {
  private isFit = true;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly connection: PoolConnection,
    private readonly pulse: Pulse,
    readonly statementsAtOnce: number,
  ) {}

  /** Takes a connection that is new, or has answered since another was lost. Throws `unavailable`. */
  static async borrow(dataSource: DataSource, pulse: Pulse): Promise<BorrowedConnection> {
    pulse.reachability.admit();
    for (;;) {
      const runner = dataSource.createQueryRunner();
      try {
        const connection = await connect(runner);
        if (pulse.reachability.trusts(connection)) {
          return new BorrowedConnection(runner, connection, pulse, mostStatementsAtOnce(dataSource));
        }
        cutOff(connection);
      } catch (error) {
        if (hasTimedOut(error)) pulse.reachability.noteAway();
        throw error;
      }
    }
  }

  /** Runs statements and waits for their answer, as long as the server is at work on it. */
  async query(statement: string, parameters: readonly unknown[] = []): Promise<unknown> {
    const { reachability } = this.pulse;
    try {
      const asked: Promise<unknown> = this.runner.query(statement, [...parameters]);
      const answer = await this.pulse.answerOf(this.connection, asked);
      reachability.noteAnswer(this.connection);
      return answer;
    } catch (error) {
      if (isAnswer(error)) reachability.noteAnswer(this.connection);
      if (isConnectionGone(error)) this.giveUp();
      throw error;
    }
  }

  /** Undoes the transaction; where that fails, the connection is given up, and the server undoes it. */
  async rollBack(): Promise<void> {
    if (!this.isFit) return;
    try {
      await this.query('ROLLBACK');
    } catch {
      this.discard();
    }
  }

  /** Ends the connection, and with it whatever transaction it may still be in. */
  discard(): void {
    if (!this.isFit) return;
    this.isFit = false;
    cutOff(this.connection);
  }

  /** Gives the connection back. */
  async giveBack(): Promise<void> {
    if (this.isFit) await this.runner.release();
  }

  private giveUp(): void {
    this.pulse.reachability.doubtOthers();
    this.discard();
  }
}
