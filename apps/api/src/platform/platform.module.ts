import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccessControl } from './auth/access-control.js';
import { ApiKeyAccess } from './auth/api-key-access.js';
import { PresentCallers } from './auth/present-callers.js';
import { StoredApiKeys } from './auth/stored-api-keys.js';
import { CONFIG, type Config } from './config/config.js';
import { UrgentDatabase } from './database/urgent-database.js';
import { Database } from './database/database.js';
import { LOGGER } from './logging/logger.js';
import { ConsoleFiles } from './console/console-files.js';
import { LoadShedder } from './http/load-shedding.js';
import { RateLimits } from './http/rate-limits.js';
import { UnknownRoutes } from './http/unknown-routes.js';
import { Metrics } from './metrics/metrics.js';
import { DocsPages } from './openapi/docs-pages.js';
import { Redaction } from './redaction/redaction.js';
import { Shutdown } from './shutdown.js';
import type { Tracing } from './tracing/tracing.js';

/** What exists before the application: made by the start, handed to whoever asks for it. */
export interface PlatformParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly shutdown: Shutdown;
  readonly tracing: Tracing;
  readonly database: Database;
  readonly urgentDatabase: UrgentDatabase;
}

/** Settings, log, metrics, database and access: injectable everywhere. */
@Global()
@Module({})
export class PlatformModule {
  static with(parts: PlatformParts): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: parts.config },
      { provide: LOGGER, useValue: parts.logger },
      { provide: Metrics, useValue: parts.metrics },
      { provide: Shutdown, useValue: parts.shutdown },
      { provide: Database, useValue: parts.database },
      { provide: UrgentDatabase, useValue: parts.urgentDatabase },
      { provide: LoadShedder, useValue: new LoadShedder() },
      StoredApiKeys,
      {
        provide: ApiKeyAccess,
        useFactory: (source: StoredApiKeys) => new ApiKeyAccess(source),
        inject: [StoredApiKeys],
      },
      AccessControl,
      PresentCallers,
      RateLimits,
      { provide: Redaction, useValue: new Redaction(parts.config.redactedPaths) },
      ConsoleFiles,
      DocsPages,
      UnknownRoutes,
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
