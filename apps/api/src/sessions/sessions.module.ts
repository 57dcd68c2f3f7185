import { Module } from '@nestjs/common';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

/** Operators' sessions. */
@Module({ controllers: [SessionsController], providers: [SessionsService] })
export class SessionsModule {}
