import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';

/** Who did what. */
@Module({ controllers: [AuditController], providers: [AuditService] })
export class AuditModule {}
