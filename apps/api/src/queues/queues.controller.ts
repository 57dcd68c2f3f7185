import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { entityTagOf, readPrecondition } from './preconditions.js';
import { QueuesService } from './queues.service.js';

/** What administrators and operators do with queues. */
@Controller()
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  @Serves(routes.putQueue)
  async put(call: Call<typeof routes.putQueue>): Promise<AnswerOf<typeof routes.putQueue>> {
    const { queue, isNew } = await this.queues.put(call.params.queue, call.body, {
      precondition: readPrecondition(call.headers),
      act: call.act,
    });
    call.setStatus(isNew ? 201 : 200);
    call.reply.header('etag', entityTagOf(queue.version));
    return queue;
  }

  @Serves(routes.patchQueue)
  async patch(call: Call<typeof routes.patchQueue>): Promise<AnswerOf<typeof routes.patchQueue>> {
    const queue = await this.queues.patch(call.params.queue, call.body, {
      precondition: readPrecondition(call.headers),
      act: call.act,
    });
    call.reply.header('etag', entityTagOf(queue.version));
    return queue;
  }

  @Serves(routes.listQueues)
  list({ query, caller }: Call<typeof routes.listQueues>) {
    return this.queues.list(query, caller);
  }

  @Serves(routes.getQueue)
  async get({ params, reply }: Call<typeof routes.getQueue>): Promise<AnswerOf<typeof routes.getQueue>> {
    const queue = await this.queues.get(params.queue);
    reply.header('etag', entityTagOf(queue.version));
    return queue;
  }

  @Serves(routes.pauseQueue)
  pause({ params, body, act }: Call<typeof routes.pauseQueue>) {
    return this.queues.setPaused(params.queue, { paused: true, reason: body.reason ?? null }, act);
  }

  @Serves(routes.resumeQueue)
  resume({ params, act }: Call<typeof routes.resumeQueue>) {
    return this.queues.setPaused(params.queue, { paused: false, reason: null }, act);
  }

  @Serves(routes.deleteQueue)
  delete({ params, act }: Call<typeof routes.deleteQueue>): Promise<void> {
    return this.queues.delete(params.queue, act);
  }
}
