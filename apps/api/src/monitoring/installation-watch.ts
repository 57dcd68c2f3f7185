import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { within } from '../platform/within.js';
import { readInstallationNumbers, type InstallationNumbers } from '../store/installation-numbers-store.js';

/** The database is read this often at most, however often Prometheus asks. */
const freshMs = 5_000;
/** A scrape waits no longer than this; then it tells what was read before. */
const patienceMs = 400;
/** What is older than this is not told any more. */
const keptMs = 60_000;

interface Reading {
  readonly numbers: InstallationNumbers;
  readonly atMs: number;
}

/** What the database knows for metrics, read while Prometheus asks for it. */
@Injectable()
export class InstallationWatch {
  private latest: Reading | null = null;
  private reading: Promise<void> | null = null;
  private isReachable = true;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.gauge(
      {
        name: 'spool_database_reachable',
        help: 'Whether this replica could read the database for its metrics, lastly: 1 or 0.',
      },
      () => [{ labels: {}, value: this.isReachable ? 1 : 0 }],
    );
  }

  /** What was read last, at most five seconds old if the database answers; null while it has not for a minute. */
  async read(): Promise<InstallationNumbers | null> {
    if (this.ageMs() > freshMs) await within(this.refresh(), patienceMs).catch(() => undefined);
    return this.ageMs() > keptMs ? null : (this.latest?.numbers ?? null);
  }

  /** The names of queues as they were last known, however long ago: a replica's own numbers need no database. */
  get lastKnown(): InstallationNumbers['queues'] {
    return this.latest?.numbers.queues ?? [];
  }

  private ageMs(): number {
    return this.latest === null ? Infinity : performance.now() - this.latest.atMs;
  }

  /** Reads once for all who ask meanwhile; a failure shows in what is told. */
  private refresh(): Promise<void> {
    this.reading ??= this.readNow().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readNow(): Promise<void> {
    try {
      const numbers = await this.database.read(readInstallationNumbers);
      this.latest = { numbers, atMs: performance.now() };
      this.isReachable = true;
    } catch {
      this.isReachable = false;
    }
  }
}
