import { Module, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CONFIG, type Config } from '../platform/config/config.js';
import { CarryOutOperations } from './carry-out-operations.js';
import { ExpireLeases } from './expire-leases.js';
import { FirstStartModule } from '../first-start/first-start.module.js';
import { ForgetFirstPassword } from './forget-first-password.js';
import { GroupDeadTasks } from './group-dead-tasks.js';
import type { Job } from './job.js';
import { JobRunner, SCHEDULE } from './job-runner.js';
import { PruneFinished } from './prune-finished.js';
import { PruneTraces } from './prune-traces.js';
import { ReconcileThreads } from './reconcile-threads.js';
import { RecordStatistics } from './record-statistics.js';
import { RecordWorkers } from './record-workers.js';
import { VerifyOperations } from './verify-operations.js';

/** Every job, and the pause between two runs in milliseconds: a number, or what a setting says. */
const timetable: readonly { job: Type<Job>; everyMs: (config: Config) => number }[] = [
  { job: ExpireLeases, everyMs: (config) => config.expireLeasesIntervalMs },
  { job: CarryOutOperations, everyMs: () => 200 },
  { job: VerifyOperations, everyMs: () => 1_000 },
  { job: ReconcileThreads, everyMs: () => 1_000 },
  { job: RecordStatistics, everyMs: () => 5_000 },
  { job: RecordWorkers, everyMs: () => 1_000 },
  { job: GroupDeadTasks, everyMs: () => 1_000 },
  { job: PruneFinished, everyMs: () => 5_000 },
  { job: PruneTraces, everyMs: () => 5_000 },
  { job: ForgetFirstPassword, everyMs: () => 5_000 },
];

const jobs = timetable.map(({ job }) => job);

/** The scheduled jobs, each safe on every replica at once. */
@Module({
  imports: [ScheduleModule.forRoot(), FirstStartModule],
  providers: [
    ...jobs,
    JobRunner,
    {
      provide: SCHEDULE,
      inject: [CONFIG, ...jobs],
      useFactory: (config: Config, ...made: readonly Job[]) =>
        timetable.flatMap(({ everyMs }, index) => {
          const job = made[index];
          return job === undefined ? [] : [{ job, everyMs: everyMs(config) }];
        }),
    },
  ],
})
export class MaintenanceModule {}
