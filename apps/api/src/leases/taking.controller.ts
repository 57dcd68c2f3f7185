import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { AccessControl } from '../platform/auth/access-control.js';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { DequeueService, type Taker } from './dequeue.service.js';
import { ExchangeService } from './exchange.service.js';
import { leasedTaskOf } from './lease-answer.js';

/** What workers call to get tasks. */
@Controller()
export class TakingController {
  constructor(
    private readonly dequeues: DequeueService,
    private readonly exchanges: ExchangeService,
    private readonly access: AccessControl,
  ) {}

  @Serves(routes.dequeue)
  async dequeue(call: Call<typeof routes.dequeue>): Promise<AnswerOf<typeof routes.dequeue>> {
    const { params, body, caller } = call;
    const tasks = await this.dequeues.dequeue(params.queue, body, this.takerOf(call));
    return { tasks: tasks.map((task) => leasedTaskOf(params.queue, task, caller)) };
  }

  @Serves(routes.exchange)
  async exchange(call: Call<typeof routes.exchange>): Promise<AnswerOf<typeof routes.exchange>> {
    const { params, body, caller } = call;
    const exchanged = await this.exchanges.exchange(params.queue, body, this.takerOf(call));
    const { complete, fail, tasks } = exchanged;
    return { complete, fail, tasks: tasks.map((task) => leasedTaskOf(params.queue, task, caller)) };
  }

  /** A database that is away for a moment says nothing against who was known. */
  private takerOf({
    act,
    gone,
    request,
  }: Pick<Call<typeof routes.dequeue>, 'act' | 'gone' | 'request'>): Taker {
    const isStillKnown = async (): Promise<boolean> =>
      (await this.access.authenticateAgain(request).catch(() => act.caller)) !== null;
    return { act, gone, isStillKnown };
  }
}
