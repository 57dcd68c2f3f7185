import { Module } from '@nestjs/common';
import { DeadTaskReadingService } from './dead-task-reading.service.js';
import { DeadTaskRemovalService } from './dead-task-removal.service.js';
import { DeadTasksController } from './dead-tasks.controller.js';
import { ErrorGroupsService } from './error-groups.service.js';
import { RestartService } from './restart.service.js';

/** The DLQ: look, group, restart, delete. */
@Module({
  controllers: [DeadTasksController],
  providers: [DeadTaskReadingService, DeadTaskRemovalService, ErrorGroupsService, RestartService],
})
export class DeadTasksModule {}
