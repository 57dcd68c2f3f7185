import { Module } from '@nestjs/common';
import { EnqueueService } from './enqueue.service.js';
import { ExplainService } from './explain.service.js';
import { TaskChangesService } from './task-changes.service.js';
import { TaskReadingService } from './task-reading.service.js';
import { TasksController } from './tasks.controller.js';

/** Enqueue, look, explain, reschedule, delete. */
@Module({
  controllers: [TasksController],
  providers: [EnqueueService, ExplainService, TaskChangesService, TaskReadingService],
})
export class TasksModule {}
