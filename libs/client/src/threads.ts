import { routes, type Thread, type ThreadSummary } from '@spool/contracts';
import { isDotSegment } from './address.js';
import { SpoolProblem } from './errors.js';
import type { QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** A thread; `next` and `deadCount` are missing for the ids `.` and `..`, which only the list can name. */
export type ThreadView = ThreadSummary & Partial<Pick<Thread, 'next' | 'ifItFails' | 'deadCount'>>;

const threadGone = (threadId: string): SpoolProblem =>
  new SpoolProblem({
    code: 'thread_not_found',
    status: 404,
    title: 'Not Found',
    detail: `No thread "${threadId}" has members.`,
    requestId: null,
    errors: [],
    retryAfterMs: null,
  });

/** Threads and their lines. */
export class Threads {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists threads, by age or size. */
  list(query: QueryOf<typeof routes.listThreads> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listThreads, { query }, options);
  }

  /** A thread: who runs, who is next and when; `queue` where that queue has threads of its own. */
  async get(
    threadId: string,
    query: QueryOf<typeof routes.getThread> = {},
    options?: CallOptions,
  ): Promise<ThreadView> {
    if (!isDotSegment(threadId)) {
      return this.#transport.call(routes.getThread, { params: { threadId }, query }, options);
    }
    const { items } = await this.list({ ...query, threadId }, options);
    const [found] = items;
    if (found === undefined) throw threadGone(threadId);
    return found;
  }

  /** A thread's line, in running order. */
  members(threadId: string, query: QueryOf<typeof routes.listMembers> = {}, options?: CallOptions) {
    if (isDotSegment(threadId)) {
      return this.#transport.call(routes.listMembersByQuery, { query: { ...query, threadId } }, options);
    }
    return this.#transport.call(routes.listMembers, { params: { threadId }, query }, options);
  }

  /** Who ran when in a thread, newest first; also of a thread whose last member has left. */
  history(threadId: string, query: QueryOf<typeof routes.listThreadHistory> = {}, options?: CallOptions) {
    if (isDotSegment(threadId)) {
      const ofThread = { ...query, threadId };
      return this.#transport.call(routes.listThreadHistoryByQuery, { query: ofThread }, options);
    }
    return this.#transport.call(routes.listThreadHistory, { params: { threadId }, query }, options);
  }
}
