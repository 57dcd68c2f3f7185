import { expect } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import type { TaskCalls } from './task-calls.js';

/** What a refused enqueue says: status, code and the places of its flaws. */
export type Refusal = [status: number, code: string, paths: string[] | undefined];

export const invalidAt = (...paths: string[]): Refusal => [400, 'validation_failed', paths];

export const tooLargeAt = (...paths: string[]): Refusal => [413, 'payload_too_large', paths];

/** Attempts to enqueue what must not get in. */
export const refusedEnqueues = (tasks: TaskCalls) => {
  const refusalOf = async (queue: string, body: unknown, path = 'tasks'): Promise<Refusal> => {
    const { status, body: problem } = await tasks.call<Problem>('POST', `/v1/queues/${queue}/${path}`, body);
    return [status, problem.code, problem.errors?.map((error) => error.path)];
  };
  const expectNothingIn = async (queue: string): Promise<void> => {
    expect(await tasks.tasks({ queue })).toEqual([]);
  };
  return { refusalOf, expectNothingIn };
};
