import {
  operation,
  operationDetail,
  operationPreview,
  operationTask,
  pageOf,
  type NewTaskInput,
  type Operation,
  type operationRequest,
} from '@spool/contracts';
import type { z } from 'zod';
import type { Call } from './caller.js';
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

/** Works off a queue in its order; the dead ids whose restarts ran, in the order in which they did. */
export const workOff = async (calls: TaskCalls, queue: string): Promise<string[]> => {
  const ran: string[] = [];
  for (;;) {
    const held = await calls.dequeue(queue, { max: tasksAtOnce });
    if (held.length === 0) return ran;
    for (const { id } of held) ran.push((await calls.task(id)).restartedFrom ?? '');
    await calls.complete(held);
  }
};
