import { Module } from '@nestjs/common';
import { FirstStartModule } from '../first-start/first-start.module.js';
import { OwnPasswordService } from './own-password.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInThrottle } from './sign-in-throttle.js';

/** Operators' sessions. */
@Module({
  imports: [FirstStartModule],
  controllers: [SessionsController],
  providers: [SessionsService, OwnPasswordService, SignInThrottle],
})
export class SessionsModule {}
