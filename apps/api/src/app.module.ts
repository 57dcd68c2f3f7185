import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from './platform/service/service.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';

/** The table of contents. */
@Module({})
export class AppModule {
  static with(parts: PlatformParts): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(parts), ServiceModule] };
  }
}
