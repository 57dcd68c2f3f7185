import {
  completeResult,
  deadTask,
  deadTaskGroup,
  deleteResult,
  dequeueAnswer,
  explanation,
  failResult,
  keepaliveResult,
  pageOf,
  releaseResult,
  restartResult,
  resultsOf,
  task,
  taskDetail,
  taskSummary,
  thread,
  type dequeueRequest,
  type NewTaskInput,
  type queueConfiguration,
} from '@spool/contracts';
import { z } from 'zod';
import type { Answer, Call } from '@spool/test-bed/caller.js';
import { freshName } from './fresh-names.js';

/** A task in a worker's hands, as far as its calls go. */
export interface Held {
  readonly id: string;
  readonly leaseToken: string;
}

/** What a worker says of an attempt that failed. */
export interface SaidOfFailure {
  readonly error?: {
    readonly message: string;
    readonly type?: string | null;
    readonly stack?: string | null;
  };
  readonly retryAfterMs?: number;
  readonly retryable?: boolean;
}

/** The ids of tasks, in their order. */
export const idsOf = (tasks: readonly { readonly id: string }[]): string[] => tasks.map(({ id }) => id);

const tasksOfBatch = z.object({ tasks: z.array(task) });

const heldItems = (tasks: readonly Held[], said: object): object => ({
  items: tasks.map(({ id, leaseToken }) => ({ id, leaseToken, ...said })),
});

const queryOf = (names: Readonly<Record<string, string>>): string => new URLSearchParams(names).toString();

/** Reads an answer by the contract's own schema; throws when the status is another or the shape is wrong. */
export const readAnswer = <Schema extends z.ZodType>(
  schema: Schema,
  expectedStatus: number,
  { status, body }: Answer<unknown>,
): z.output<Schema> => {
  if (status !== expectedStatus)
    throw new Error(`${expectedStatus} was expected, but ${status} came: ${JSON.stringify(body)}`);
  return schema.parse(body);
};

/** The calls on tasks as producers, workers and operators make them; each answer is held against the contract. */
export class TaskCalls {
  constructor(readonly call: Call) {}

  async putQueue(queue: string, configuration: z.input<typeof queueConfiguration> = {}): Promise<void> {
    const { status, body } = await this.call('PUT', `/v1/queues/${queue}`, configuration);
    if (status !== 201 && status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  }

  /** Makes a queue that no other test of the file uses; its name. */
  async makeQueue(configuration: z.input<typeof queueConfiguration> = {}, name = 'queue'): Promise<string> {
    const queue = freshName(name);
    await this.putQueue(queue, configuration);
    return queue;
  }

  /** Enqueues a task; its payload is null unless it matters. */
  async enqueue(queue: string, given: Partial<NewTaskInput> = {}) {
    const answer = await this.call('POST', `/v1/queues/${queue}/tasks`, { payload: null, ...given });
    return readAnswer(task, 201, answer);
  }

  /** Enqueues a batch; the tasks in request order. */
  async enqueueBatch(queue: string, given: readonly Partial<NewTaskInput>[]) {
    const tasks = given.map((one) => ({ payload: null, ...one }));
    const answer = await this.call('POST', `/v1/queues/${queue}/tasks/batch`, { tasks });
    return readAnswer(tasksOfBatch, 201, answer).tasks;
  }

  async dequeue(queue: string, given: Partial<z.input<typeof dequeueRequest>> = {}) {
    const request = { workerId: 'worker-1', ...given };
    return readAnswer(dequeueAnswer, 200, await this.call('POST', `/v1/queues/${queue}/dequeue`, request))
      .tasks;
  }

  /** Dequeues one task; throws when there is none. */
  async takeOne(queue: string, given: Partial<z.input<typeof dequeueRequest>> = {}) {
    const [taken] = await this.dequeue(queue, { ...given, max: 1 });
    if (taken === undefined) throw new Error(`Nothing could be dequeued from ${queue}.`);
    return taken;
  }

  async keepalive(tasks: readonly Held[], said: { extendMs?: number; progress?: unknown } = {}) {
    return await this.perItem('/v1/tasks/keepalive', heldItems(tasks, said), keepaliveResult);
  }

  async complete(tasks: readonly Held[], said: { result?: unknown } = {}) {
    return await this.perItem('/v1/tasks/complete', heldItems(tasks, said), completeResult);
  }

  async fail(tasks: readonly Held[], { error = { message: 'broken' }, ...said }: SaidOfFailure = {}) {
    return await this.perItem('/v1/tasks/fail', heldItems(tasks, { error, ...said }), failResult);
  }

  async release(tasks: readonly Held[], said: { delayMs?: number } = {}) {
    return await this.perItem('/v1/tasks/release', heldItems(tasks, said), releaseResult);
  }

  async delete(ids: readonly string[]) {
    return await this.perItem('/v1/tasks/delete', { ids }, deleteResult);
  }

  async restart(request: {
    readonly ids: readonly string[];
    readonly scheduledAt?: string;
    readonly payload?: unknown;
  }) {
    return await this.perItem('/v1/dead-tasks/restart', request, restartResult);
  }

  async deleteDead(ids: readonly string[]) {
    return await this.perItem('/v1/dead-tasks/delete', { ids }, deleteResult);
  }

  async task(id: string) {
    return readAnswer(taskDetail, 200, await this.call('GET', `/v1/tasks/${id}`));
  }

  async explain(id: string) {
    return readAnswer(explanation, 200, await this.call('GET', `/v1/tasks/${id}/explain`));
  }

  /** The first page of a list of tasks. */
  async tasks(names: Readonly<Record<string, string>>) {
    return readAnswer(pageOf(taskSummary), 200, await this.call('GET', `/v1/tasks?${queryOf(names)}`)).items;
  }

  /** The first page of the DLQ. */
  async deadTasks(names: Readonly<Record<string, string>>) {
    return readAnswer(pageOf(deadTask), 200, await this.call('GET', `/v1/dead-tasks?${queryOf(names)}`))
      .items;
  }

  /** The first page of the groups of a queue's dead tasks. */
  async deadGroups(queue: string) {
    const answer = await this.call('GET', `/v1/dead-tasks/groups?queue=${queue}`);
    return readAnswer(pageOf(deadTaskGroup), 200, answer).items;
  }

  /** A thread, or null when it does not exist. */
  async thread(threadId: string) {
    const answer = await this.call<{ code?: string }>('GET', `/v1/threads/${encodeURIComponent(threadId)}`);
    if (answer.status === 404 && answer.body.code === 'thread_not_found') return null;
    return readAnswer(thread, 200, answer);
  }

  private async perItem<Result extends z.ZodType>(path: string, body: object, result: Result) {
    return readAnswer(resultsOf(result), 200, await this.call('POST', path, body)).results;
  }
}
