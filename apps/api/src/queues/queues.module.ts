import { Module } from '@nestjs/common';
import { QueueCountsService } from './queue-counts.service.js';
import { QueuesController } from './queues.controller.js';
import { QueuesService } from './queues.service.js';

/** Queues: configuration, counts, pause. */
@Module({ controllers: [QueuesController], providers: [QueuesService, QueueCountsService] })
export class QueuesModule {}
