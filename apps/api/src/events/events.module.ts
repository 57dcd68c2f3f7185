import { Module } from '@nestjs/common';
import { ChangeWatch } from './change-watch.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { StreamAccess } from './stream-access.js';

/** Server-sent events. */
@Module({ controllers: [EventsController], providers: [ChangeWatch, StreamAccess, EventsService] })
export class EventsModule {}
