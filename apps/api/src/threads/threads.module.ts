import { Module } from '@nestjs/common';
import { ThreadsController } from './threads.controller.js';
import { ThreadsService } from './threads.service.js';

/** Threads and their lines. */
@Module({ controllers: [ThreadsController], providers: [ThreadsService] })
export class ThreadsModule {}
