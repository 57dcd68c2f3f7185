import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { ThreadHistoryService } from './thread-history.service.js';
import { ThreadsService } from './threads.service.js';

/** What operators see of threads. */
@Controller()
export class ThreadsController {
  constructor(
    private readonly threads: ThreadsService,
    private readonly history: ThreadHistoryService,
  ) {}

  @Serves(routes.listThreads)
  list({ query, caller }: Call<typeof routes.listThreads>) {
    return this.threads.list(query, caller);
  }

  @Serves(routes.getThread)
  get({ params, query, caller }: Call<typeof routes.getThread>) {
    return this.threads.get(params.threadId, query.queue, caller);
  }

  @Serves(routes.listMembers)
  listMembers({ params, query, caller }: Call<typeof routes.listMembers>) {
    return this.threads.listMembers({ ...query, ...params }, caller);
  }

  @Serves(routes.listMembersByQuery)
  listMembersByQuery({ query, caller }: Call<typeof routes.listMembersByQuery>) {
    return this.threads.listMembers(query, caller);
  }

  @Serves(routes.listThreadHistory)
  listHistory({ params, query, caller }: Call<typeof routes.listThreadHistory>) {
    return this.history.list({ ...query, ...params }, caller);
  }

  @Serves(routes.listThreadHistoryByQuery)
  listHistoryByQuery({ query, caller }: Call<typeof routes.listThreadHistoryByQuery>) {
    return this.history.list(query, caller);
  }
}
