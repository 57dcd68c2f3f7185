import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseObserver } from '../database/database.js';

const requestSecondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a metric is called and means; names begin with `spool_` and end with their unit. */
export interface MetricDescription<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** The numbers of this replica, for Prometheus; features add their own. */
@Injectable()
export class Metrics implements DatabaseObserver {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'spool_request_duration_seconds',
    help: 'Time from a request to its answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSecondsBuckets,
    registers: [this.registry],
  });
  private readonly retries = this.counter({
    name: 'spool_transaction_retries_total',
    help: 'Transactions that were tried again, by what the database said.',
    labels: ['trouble'],
  });

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

  /** A number that is read when Prometheus asks. */
  gauge(description: MetricDescription<never>, read: () => number): Gauge {
    return new Gauge({
      name: description.name,
      help: description.help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** Counts an answered request. */
  requestAnswered(labels: { method: string; route: string; status: string }, seconds: number): void {
    this.requests.observe(labels, seconds);
  }

  transactionRetried(trouble: string): void {
    this.retries.inc({ trouble });
  }
}
