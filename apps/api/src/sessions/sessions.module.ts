import { Module } from '@nestjs/common';
import { FirstStartModule } from '../first-start/first-start.module.js';
import { OwnPasswordService } from './own-password.service.js';
import { IdentityProvider } from './provider/identity-provider.js';
import { PendingSignIns } from './provider/pending-sign-ins.js';
import { ProviderOperators } from './provider/provider-operators.js';
import { ProviderSignInController } from './provider/provider-sign-in.controller.js';
import { ProviderSignInService } from './provider/provider-sign-in.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInThrottle } from './sign-in-throttle.js';

/** Operators' sessions, begun with a password or at an identity provider. */
@Module({
  imports: [FirstStartModule],
  controllers: [SessionsController, ProviderSignInController],
  providers: [
    SessionsService,
    OwnPasswordService,
    SignInThrottle,
    IdentityProvider,
    PendingSignIns,
    ProviderOperators,
    ProviderSignInService,
  ],
})
export class SessionsModule {}
