import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { StatisticsService } from './statistics.service.js';

/** How things go. */
@Controller()
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Serves(routes.getStatistics)
  get({ query, caller }: Call<typeof routes.getStatistics>) {
    return this.statistics.get(query, caller);
  }
}
