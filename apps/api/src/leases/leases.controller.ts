import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { KeepaliveService } from './keepalive.service.js';
import { onlyResult } from './lease-answer.js';
import { SettleService } from './settle.service.js';

/** What workers call about tasks that they hold. */
@Controller()
export class LeasesController {
  constructor(
    private readonly keepalives: KeepaliveService,
    private readonly settling: SettleService,
  ) {}

  @Serves(routes.keepaliveTasks)
  async keepaliveTasks({ body, act }: Call<typeof routes.keepaliveTasks>) {
    return { results: await this.keepalives.keepalive(body.items, act) };
  }

  @Serves(routes.completeTasks)
  async completeTasks({ body, act }: Call<typeof routes.completeTasks>) {
    return { results: await this.settling.complete(body.items, act) };
  }

  @Serves(routes.failTasks)
  async failTasks({ body, act }: Call<typeof routes.failTasks>) {
    return { results: await this.settling.fail(body.items, act) };
  }

  @Serves(routes.releaseTasks)
  async releaseTasks({ body, act }: Call<typeof routes.releaseTasks>) {
    return { results: await this.settling.release(body.items, act) };
  }

  @Serves(routes.keepaliveTask)
  async keepaliveTask({ params, body, act }: Call<typeof routes.keepaliveTask>) {
    return onlyResult(await this.keepalives.keepalive([{ ...body, ...params }], act));
  }

  @Serves(routes.completeTask)
  async completeTask({ params, body, act }: Call<typeof routes.completeTask>) {
    return onlyResult(await this.settling.complete([{ ...body, ...params }], act));
  }

  @Serves(routes.failTask)
  async failTask({ params, body, act }: Call<typeof routes.failTask>) {
    return onlyResult(await this.settling.fail([{ ...body, ...params }], act));
  }

  @Serves(routes.releaseTask)
  async releaseTask({ params, body, act }: Call<typeof routes.releaseTask>) {
    return onlyResult(await this.settling.release([{ ...body, ...params }], act));
  }
}
