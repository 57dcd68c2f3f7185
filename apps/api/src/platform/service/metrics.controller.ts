import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Metrics } from '../metrics/metrics.js';
import { Serves, type Call } from '../serves.js';

/** The numbers of this replica. */
@Controller()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Serves(routes.metrics)
  async read({ reply }: Call<typeof routes.metrics>): Promise<string> {
    reply.header('content-type', this.metrics.registry.contentType);
    return await this.metrics.registry.metrics();
  }
}
