import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../serves.js';
import { Readiness } from './readiness.js';

type Health = AnswerOf<typeof routes.ready>;

/** Whether the process runs, and whether it can work. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Serves(routes.live)
  live(): Health {
    return { status: 'ok' };
  }

  @Serves(routes.ready)
  async ready({ reply }: Call<typeof routes.ready>): Promise<Health> {
    const health = await this.readiness.check();
    if (health.status !== 'ok') reply.status(503).header('retry-after', '1');
    return health;
  }
}
