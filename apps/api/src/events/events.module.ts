import { Module } from '@nestjs/common';
import { Metrics } from '../platform/metrics/metrics.js';
import { ChangeWatch } from './change-watch.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { StreamAccess } from './stream-access.js';

/** Server-sent events. */
@Module({ controllers: [EventsController], providers: [ChangeWatch, StreamAccess, EventsService] })
export class EventsModule {
  constructor(metrics: Metrics, events: EventsService) {
    metrics.gauge({ name: 'spool_event_streams', help: 'Open event streams.' }, () => [
      { labels: {}, value: events.openStreams },
    ]);
  }
}
