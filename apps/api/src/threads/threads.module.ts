import { Module } from '@nestjs/common';
import { ThreadHistoryService } from './thread-history.service.js';
import { ThreadsController } from './threads.controller.js';
import { ThreadsService } from './threads.service.js';

/** Threads and their lines. */
@Module({ controllers: [ThreadsController], providers: [ThreadsService, ThreadHistoryService] })
export class ThreadsModule {}
