import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { troublesThatPass } from '../database/database-error.js';
import type { DatabaseObserver } from '../database/database.js';
import { transactionKinds, type TransactionPurpose } from '../database/transaction-purpose.js';

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const callersBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** What a metric is called and means; names begin with `spool_` and end with their unit. */
export interface MetricDescription<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** A number, and what it is the number of. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Partial<Record<Label, string>>>;
  readonly value: number;
}

/**
 * The numbers of this replica that are not of a queue, for Prometheus; features add their own. None of them waits for the
 * database.
 */
@Injectable()
export class Metrics implements DatabaseObserver {
  readonly registry = new Registry();
  private readonly requests = this.seconds({
    name: 'spool_request_duration_seconds',
    help: 'Time from a request to its answer, by route and status; that of a dequeue includes its wait.',
    labels: ['method', 'route', 'status'],
  });
  private readonly transactions = this.seconds({
    name: 'spool_transaction_duration_seconds',
    help: 'Time that a transaction took, its retries included, by what it was for.',
    labels: ['kind'],
  });
  private readonly callers = this.histogram(
    {
      name: 'spool_transaction_callers',
      help: 'How many callers one transaction served, by what it was for.',
      labels: ['kind'],
    },
    callersBuckets,
  );
  private readonly retries = this.counter({
    name: 'spool_transaction_retries_total',
    help: 'Transactions that were tried again, by what the database said.',
    labels: ['trouble'],
  });
  private readonly givenUp = this.counter({
    name: 'spool_transactions_given_up_total',
    help: 'Transactions and reads whose caller was told to try again later, by what the database said.',
    labels: ['trouble'],
  });

  constructor() {
    for (const kind of transactionKinds) this.transactions.zero({ kind });
    // An increase is seen only in a series that was there before it.
    for (const trouble of troublesThatPass) {
      this.retries.inc({ trouble }, 0);
      this.givenUp.inc({ trouble }, 0);
    }
  }

  /** Adds what the process itself measures: memory, event loop, garbage collection. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<Label extends string>(description: MetricDescription<Label>): Counter<Label> {
    return new Counter({
      name: description.name,
      help: description.help,
      labelNames: [...(description.labels ?? [])],
      registers: [this.registry],
    });
  }

  histogram<Label extends string>(
    description: MetricDescription<Label>,
    buckets: readonly number[],
  ): Histogram<Label> {
    return new Histogram({
      name: description.name,
      help: description.help,
      labelNames: [...(description.labels ?? [])],
      buckets: [...buckets],
      registers: [this.registry],
    });
  }

  /** A histogram of durations, from a millisecond to half a minute. */
  seconds<Label extends string>(description: MetricDescription<Label>): Histogram<Label> {
    return this.histogram(description, secondsBuckets);
  }

  /** Numbers that are read from memory when Prometheus asks. */
  gauge<Label extends string>(
    description: MetricDescription<Label>,
    read: () => readonly Sample<Label>[],
  ): Gauge<Label> {
    return new Gauge<Label>({
      name: description.name,
      help: description.help,
      labelNames: [...(description.labels ?? [])],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { labels, value } of read()) this.set(labels, value);
      },
    });
  }

  /** Counts an answered request. */
  requestAnswered(labels: { method: string; route: string; status: string }, seconds: number): void {
    this.requests.observe(labels, seconds);
  }

  transactionEnded({ kind, callers = 1 }: TransactionPurpose, seconds: number): void {
    this.transactions.observe({ kind }, seconds);
    this.callers.observe({ kind }, callers);
  }

  transactionRetried(trouble: string): void {
    this.retries.inc({ trouble });
  }

  transactionGivenUp(trouble: string): void {
    this.givenUp.inc({ trouble });
  }
}
