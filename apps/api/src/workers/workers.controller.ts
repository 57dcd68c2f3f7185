import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { WorkersService } from './workers.service.js';

/** Who works here. */
@Controller()
export class WorkersController {
  constructor(private readonly workers: WorkersService) {}

  @Serves(routes.listWorkers)
  list({ query, caller }: Call<typeof routes.listWorkers>) {
    return this.workers.list(query, caller);
  }
}
