import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { unavailable } from '../spool-error.js';
import { attemptOver } from './attempt.js';
import { BorrowedConnection } from './borrowed-connection.js';
import { Conversation } from './conversation.js';
import { serverOf } from './database-server.js';
import { troubleOf, type DatabaseTrouble } from './database-error.js';
import { Pulse } from './pulse.js';
import { RetryPolicy } from './retry-policy.js';
import { noTracing, type Tracing } from '../tracing/tracing.js';
import type { Sql } from './sql.js';
import type { TransactionPurpose } from './transaction-purpose.js';
import { MarkQuestion, newMark } from './transaction-mark.js';
import { UnknownOutcome } from './unknown-outcome.js';

/** What a caller is told when trouble does not pass; it may always try again. */
const givenUp: Readonly<Record<DatabaseTrouble, string>> = {
  deadlock: 'Other transactions kept colliding with this one: try again shortly.',
  'lock-timeout': 'Another transaction holds what this one needs: try again shortly.',
  'connection-lost': 'The connection to the database keeps breaking: try again shortly.',
  unreachable: 'The database cannot be reached: try again shortly.',
  'cannot-write': 'The database cannot write; its disk may be full: try again later.',
  'duplicate-key': 'The database refused this: try again shortly.',
  other: 'The database could not do this: try again shortly.',
};

/** Is told how transactions went. */
export interface DatabaseObserver {
  transactionEnded(purpose: TransactionPurpose, seconds: number): void;
  transactionRetried(trouble: string): void;
  /** The caller is told to try again later. */
  transactionGivenUp(trouble: string): void;
}

const nobody: DatabaseObserver = {
  transactionEnded: () => undefined,
  transactionRetried: () => undefined,
  transactionGivenUp: () => undefined,
};

/**
 * The one way to the database. A write is one transaction: retried whole on a deadlock, once after a lock
 * timeout, and after a lost connection; a connection lost at COMMIT is settled by the transaction's mark,
 * so that what is answered is what happened (R13).
 */
export class Database {
  constructor(
    readonly dataSource: DataSource,
    private readonly observer: DatabaseObserver = nobody,
    private readonly pulse = new Pulse(serverOf(dataSource)),
    readonly tracing: Tracing = noTracing,
  ) {}

  /** Runs statements outside a transaction; tried once more after a lost connection. Throws `unavailable`. */
  async read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const policy = new RetryPolicy();
    for (;;) {
      try {
        return await this.withConnection((connection) => work(new Conversation(connection)));
      } catch (error) {
        await this.waitOrGiveUp(policy, error);
      }
    }
  }

  /** Runs a transaction, whole or not at all. `work` may run several times. Throws `unavailable`, or what `work` threw. */
  async write<Result>(
    work: (sql: Sql) => Promise<Result>,
    purpose: TransactionPurpose = { kind: 'other' },
  ): Promise<Result> {
    const startedMs = performance.now();
    try {
      return await this.tracing.transaction(purpose, () => this.writeUntilDone(work, purpose));
    } finally {
      this.observer.transactionEnded(purpose, (performance.now() - startedMs) / 1_000);
    }
  }

  private async writeUntilDone<Result>(
    work: (sql: Sql) => Promise<Result>,
    { callers = 1, isTriedApart = false }: TransactionPurpose,
  ): Promise<Result> {
    const policy = isTriedApart && callers > 1 ? new RetryPolicy(1) : new RetryPolicy();
    for (;;) {
      try {
        const mark = newMark();
        const attempt = await this.withConnection((connection) => attemptOver(connection, mark, work));
        if (attempt.doubt === null || (await this.wasCommitted(mark))) return attempt.result;
        throw attempt.doubt;
      } catch (error) {
        await this.waitOrGiveUp(policy, error);
      }
    }
  }

  private async withConnection<Result>(
    work: (connection: BorrowedConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await BorrowedConnection.borrow(this.dataSource, this.pulse);
    try {
      return await work(connection);
    } finally {
      await connection.giveBack();
    }
  }

  /** Whether the transaction of a mark took effect. Throws {@link UnknownOutcome} while the database cannot tell. */
  private async wasCommitted(mark: Buffer): Promise<boolean> {
    const policy = new RetryPolicy();
    const question = new MarkQuestion(mark);
    for (;;) {
      try {
        return await this.withConnection((connection) => question.ask(connection));
      } catch (error) {
        const verdict = policy.after(troubleOf(error), Math.random());
        if (verdict.action !== 'retry') throw new UnknownOutcome(error);
        await pause(verdict.delayMs);
      }
    }
  }

  private async waitOrGiveUp(policy: RetryPolicy, error: unknown): Promise<void> {
    const trouble = troubleOf(error);
    const verdict = policy.after(trouble, Math.random());
    if (verdict.action === 'rethrow') throw error;
    if (verdict.action === 'unavailable') {
      this.observer.transactionGivenUp(trouble);
      throw unavailable(givenUp[trouble], error);
    }
    this.observer.transactionRetried(trouble);
    await pause(verdict.delayMs);
  }
}
