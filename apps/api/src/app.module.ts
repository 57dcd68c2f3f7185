import { Module, type DynamicModule } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { DeadTasksModule } from './dead-tasks/dead-tasks.module.js';
import { EventsModule } from './events/events.module.js';
import { LeasesModule } from './leases/leases.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { MonitoringModule } from './monitoring/monitoring.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { QueuesModule } from './queues/queues.module.js';
import { ServiceModule } from './platform/service/service.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { StoreModule } from './store/store.module.js';
import { TasksModule } from './tasks/tasks.module.js';
import { ThreadsModule } from './threads/threads.module.js';
import { WorkersModule } from './workers/workers.module.js';

const features = [
  QueuesModule,
  TasksModule,
  LeasesModule,
  ThreadsModule,
  DeadTasksModule,
  OperationsModule,
  WorkersModule,
  EventsModule,
  StatisticsModule,
  MaintenanceModule,
  MonitoringModule,
  ApiKeysModule,
  OperatorsModule,
  SessionsModule,
  AuditModule,
  ServiceModule,
];

/** The table of contents. */
@Module({})
export class AppModule {
  static with(parts: PlatformParts): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(parts), StoreModule, ...features] };
  }
}
