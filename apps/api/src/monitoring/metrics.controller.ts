import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { ScrapeService } from './scrape.service.js';

/** What Prometheus asks for. */
@Controller()
export class MetricsController {
  constructor(private readonly scrapes: ScrapeService) {}

  @Serves(routes.metrics)
  async read({ caller, reply }: Call<typeof routes.metrics>): Promise<string> {
    reply.header('content-type', this.scrapes.contentType);
    return await this.scrapes.scrape(caller);
  }
}
