import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ExpireLeases } from './expire-leases.js';
import type { Job } from './job.js';
import { JobRunner, JOBS } from './job-runner.js';
import { PruneFinished } from './prune-finished.js';
import { PruneTraces } from './prune-traces.js';
import { RecordWorkers } from './record-workers.js';

const jobs = [ExpireLeases, PruneFinished, PruneTraces, RecordWorkers];

/** The scheduled jobs, each safe on every replica at once. */
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [...jobs, JobRunner, { provide: JOBS, inject: jobs, useFactory: (...all: Job[]) => all }],
})
export class MaintenanceModule {}
