import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

/** What the service tells about itself. */
@Module({ controllers: [HealthController, MetricsController], providers: [Readiness] })
export class ServiceModule {}
