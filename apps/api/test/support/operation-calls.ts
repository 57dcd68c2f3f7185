import {
  operation,
  operationDetail,
  operationPreview,
  operationTask,
  pageOf,
  type NewTaskInput,
  type Operation,
  type OperationTask,
  type Page,
  type operationRequest,
} from '@spool/contracts';
import type { z } from 'zod';
import type { Call } from '@spool/test-bed/caller.js';
import { eventually } from './eventually.js';
import { readAnswer, type SaidOfFailure, type TaskCalls } from './task-calls.js';

/** What an operation is asked to do. */
export type Order = z.input<typeof operationRequest>;

const path = '/v1/operations';
const tasksAtOnce = 500;

/** The calls on operations; each answer is held against the contract. */
export class OperationCalls {
  constructor(readonly call: Call) {}

  async create(order: Order): Promise<Operation> {
    return readAnswer(operation, 202, await this.call('POST', path, order));
  }

  async preview(order: Order, query = '') {
    const answer = await this.call('POST', `${path}${query}`, { ...order, dryRun: true });
    return readAnswer(operationPreview, 200, answer);
  }

  async get(id: string) {
    return readAnswer(operationDetail, 200, await this.call('GET', `${path}/${id}`));
  }

  async list(query = '') {
    return readAnswer(pageOf(operation), 200, await this.call('GET', `${path}${query}`));
  }

  async tasks(id: string, query = '') {
    return readAnswer(pageOf(operationTask), 200, await this.call('GET', `${path}/${id}/tasks${query}`));
  }

  /** Every task of an operation, in its turn. */
  async allTasks(id: string): Promise<OperationTask[]> {
    const all: OperationTask[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page<OperationTask> = await this.tasks(
        id,
        `?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    return all;
  }

  async command(id: string, command: 'pause' | 'resume' | 'cancel' | 'undo'): Promise<Operation> {
    return readAnswer(operation, 200, await this.call('POST', `${path}/${id}/${command}`, {}));
  }

  /** Waits until an operation stands so. */
  until(id: string, what: string, holds: (operation: Operation) => boolean): Promise<Operation> {
    return eventually(`operation ${id} ${what}`, async () => {
      const now = await this.get(id);
      return holds(now) ? now : null;
    });
  }

  /** Waits until there is no such operation any more. */
  async untilGone(id: string): Promise<void> {
    await eventually(`operation ${id} gone`, async () =>
      (await this.call('GET', `${path}/${id}`)).status === 404 ? true : null,
    );
  }

  /** Waits until an operation has this state. */
  untilState(id: string, state: Operation['state']): Promise<Operation> {
    return this.until(id, `in the state ${state}`, (now) => now.state === state);
  }
}

/** Enqueues tasks and fails each for good, with nobody else about; their ids in the order of the request. */
export const makeDead = async (
  calls: TaskCalls,
  queue: string,
  given: readonly Partial<NewTaskInput>[],
  said: SaidOfFailure = {},
): Promise<string[]> => {
  const ids: string[] = [];
  for (let from = 0; from < given.length; from += tasksAtOnce) {
    const tasks = await calls.enqueueBatch(queue, given.slice(from, from + tasksAtOnce));
    ids.push(...tasks.map(({ id }) => id));
  }
  for (let left = given.length; left > 0;) {
    const held = await calls.dequeue(queue, { max: tasksAtOnce });
    await calls.fail(held, { ...said, retryable: false });
    left -= held.length;
  }
  return ids;
};

/** Works off a queue; the ids of what ran, in the order in which it did. */
export const workOff = async (calls: TaskCalls, queue: string): Promise<string[]> => {
  const ran: string[] = [];
  for (;;) {
    const held = await calls.dequeue(queue, { max: tasksAtOnce });
    if (held.length === 0) return ran;
    ran.push(...held.map(({ id }) => id));
    await calls.complete(held);
  }
};
