import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { AuditService } from './audit.service.js';

/** Who did what, for administrators. */
@Controller()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Serves(routes.listAudit)
  list({ query, caller }: Call<typeof routes.listAudit>) {
    return this.audit.list(query, caller);
  }
}
