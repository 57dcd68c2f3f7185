import { Module } from '@nestjs/common';
import { OpenApiController } from '../openapi/openapi.controller.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** What the service tells about itself. */
@Module({ controllers: [HealthController, OpenApiController], providers: [Readiness] })
export class ServiceModule {}
