import { Global, Module } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { CounterSlots } from './counter-store.js';
import { Doorbell } from './doorbell.js';
import { ErrorGroupFolding } from './error-group-folding.js';
import { OperationBell } from './operation-bell.js';
import { TaskTransactions } from './task-transactions.js';
import { TrafficLog } from './traffic-log.js';
import { WorkersSeen } from './workers-seen.js';

/** What every feature meets in: transactions on tasks, and the bell that tells of new work. */
@Global()
@Module({
  providers: [
    Doorbell,
    ErrorGroupFolding,
    OperationBell,
    TrafficLog,
    WorkersSeen,
    {
      provide: TaskTransactions,
      inject: [Database, Doorbell, TrafficLog],
      useFactory: (database: Database, doorbell: Doorbell, traffic: TrafficLog) =>
        new TaskTransactions(database, new CounterSlots(Math.random()), doorbell, traffic),
    },
  ],
  exports: [Doorbell, ErrorGroupFolding, OperationBell, TaskTransactions, TrafficLog, WorkersSeen],
})
export class StoreModule {}
