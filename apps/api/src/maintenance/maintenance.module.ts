import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CONFIG, type Config } from '../platform/config/config.js';
import { ExpireLeases } from './expire-leases.js';
import type { Job, ScheduledJob } from './job.js';
import { JobRunner, SCHEDULE } from './job-runner.js';
import { PruneFinished } from './prune-finished.js';
import { PruneTraces } from './prune-traces.js';
import { ReconcileThreads } from './reconcile-threads.js';
import { RecordWorkers } from './record-workers.js';

const jobs = [ExpireLeases, ReconcileThreads, RecordWorkers, PruneFinished, PruneTraces];

/** How often each of the jobs above runs, in milliseconds, in their order. */
const intervalsOf = (config: Config): readonly number[] => [
  config.expireLeasesIntervalMs,
  1_000,
  1_000,
  5_000,
  5_000,
];

const scheduleOf = (config: Config, ...all: readonly Job[]): ScheduledJob[] => {
  const intervals = intervalsOf(config);
  return all.map((job, index) => ({ job, everyMs: intervals[index] ?? 1_000 }));
};

/** The scheduled jobs, each safe on every replica at once. */
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [...jobs, JobRunner, { provide: SCHEDULE, inject: [CONFIG, ...jobs], useFactory: scheduleOf }],
})
export class MaintenanceModule {}
