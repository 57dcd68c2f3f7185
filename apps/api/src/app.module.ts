import { Module, type DynamicModule } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';
import { ServiceModule } from './platform/service/service.module.js';
import { SessionsModule } from './sessions/sessions.module.js';

const features = [ApiKeysModule, SessionsModule, ServiceModule];

/** The table of contents. */
@Module({})
export class AppModule {
  static with(parts: PlatformParts): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(parts), ...features] };
  }
}
