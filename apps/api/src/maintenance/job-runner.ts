import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { LOGGER } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { Job, ScheduledJob } from './job.js';

/** The injection token of the schedule that a replica runs. */
export const SCHEDULE = Symbol('Schedule');

/**
 * Runs each job at its interval, never twice at once on this replica; one that throws is logged and runs again at
 * its time. A stop waits for what is under way.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly running = new Map<string, Promise<void>>();
  private readonly wanted = new Set<Job>();
  private isStopping = false;
  private readonly seconds;
  private readonly failures;

  constructor(
    @Inject(SCHEDULE) private readonly schedule: readonly ScheduledJob[],
    private readonly registry: SchedulerRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.failures = metrics.counter({
      name: 'spool_job_failures_total',
      help: 'Runs of scheduled jobs that failed, by job.',
      labels: ['name'],
    });
    this.seconds = metrics.seconds({
      name: 'spool_job_duration_seconds',
      help: 'Time that a run of a scheduled job took, by job; their number is the number of runs.',
      labels: ['name'],
    });
    for (const { job } of schedule) this.failures.inc({ name: job.name }, 0);
  }

  onApplicationBootstrap(): void {
    for (const { job, everyMs } of this.schedule) {
      this.registry.addInterval(
        job.name,
        setInterval(() => this.start(job), everyMs),
      );
      job.listenForWork?.(() => this.startSoon(job));
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const name of this.registry.getIntervals()) this.registry.deleteInterval(name);
    await Promise.all(this.running.values());
  }

  /** Starts a run, unless the last one is still under way. */
  private start(job: Job): void {
    if (this.running.has(job.name)) return;
    const run = this.runOnce(job).finally(() => {
      this.running.delete(job.name);
      if (this.wanted.delete(job)) this.startSoon(job);
    });
    this.running.set(job.name, run);
  }

  /** Starts a run now, or right after the one that is under way: it may have looked too early. */
  private startSoon(job: Job): void {
    if (this.isStopping) return;
    if (this.running.has(job.name)) this.wanted.add(job);
    else this.start(job);
  }

  private async runOnce(job: Job): Promise<void> {
    const end = this.seconds.startTimer({ name: job.name });
    try {
      await job.run();
    } catch (error) {
      this.failures.inc({ name: job.name });
      this.logger.warn({ err: error, job: job.name }, 'a scheduled job failed; it runs again at its time');
    } finally {
      end();
    }
  }
}
