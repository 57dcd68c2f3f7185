import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { DequeueService } from './dequeue.service.js';
import { ExchangeService } from './exchange.service.js';
import { KeepaliveService } from './keepalive.service.js';
import { leasedTaskOf, onlyResult } from './lease-answer.js';
import { SettleService } from './settle.service.js';

/** What workers call. */
@Controller()
export class LeasesController {
  constructor(
    private readonly dequeues: DequeueService,
    private readonly exchanges: ExchangeService,
    private readonly keepalives: KeepaliveService,
    private readonly settling: SettleService,
  ) {}

  @Serves(routes.dequeue)
  async dequeue({
    params,
    body,
    gone,
  }: Call<typeof routes.dequeue>): Promise<AnswerOf<typeof routes.dequeue>> {
    const tasks = await this.dequeues.dequeue(params.queue, body, gone);
    return { tasks: tasks.map((task) => leasedTaskOf(params.queue, task)) };
  }

  @Serves(routes.exchange)
  async exchange({
    params,
    body,
    caller,
    gone,
  }: Call<typeof routes.exchange>): Promise<AnswerOf<typeof routes.exchange>> {
    const { complete, fail, tasks } = await this.exchanges.exchange(params.queue, body, { caller, gone });
    return { complete, fail, tasks: tasks.map((task) => leasedTaskOf(params.queue, task)) };
  }

  @Serves(routes.keepaliveTasks)
  async keepaliveTasks({ body, caller }: Call<typeof routes.keepaliveTasks>) {
    return { results: await this.keepalives.keepalive(body.items, caller) };
  }

  @Serves(routes.completeTasks)
  async completeTasks({ body, caller }: Call<typeof routes.completeTasks>) {
    return { results: await this.settling.complete(body.items, caller) };
  }

  @Serves(routes.failTasks)
  async failTasks({ body, caller }: Call<typeof routes.failTasks>) {
    return { results: await this.settling.fail(body.items, caller) };
  }

  @Serves(routes.releaseTasks)
  async releaseTasks({ body, caller }: Call<typeof routes.releaseTasks>) {
    return { results: await this.settling.release(body.items, caller) };
  }

  @Serves(routes.keepaliveTask)
  async keepaliveTask({ params, body, caller }: Call<typeof routes.keepaliveTask>) {
    return onlyResult(await this.keepalives.keepalive([{ ...body, ...params }], caller));
  }

  @Serves(routes.completeTask)
  async completeTask({ params, body, caller }: Call<typeof routes.completeTask>) {
    return onlyResult(await this.settling.complete([{ ...body, ...params }], caller));
  }

  @Serves(routes.failTask)
  async failTask({ params, body, caller }: Call<typeof routes.failTask>) {
    return onlyResult(await this.settling.fail([{ ...body, ...params }], caller));
  }

  @Serves(routes.releaseTask)
  async releaseTask({ params, body, caller }: Call<typeof routes.releaseTask>) {
    return onlyResult(await this.settling.release([{ ...body, ...params }], caller));
  }
}
