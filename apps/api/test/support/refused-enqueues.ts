import { expect } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import type { TaskCalls } from './task-calls.js';

/** What a refused enqueue says: status, code and the places of its flaws. */
export type Refusal = [status: number, code: string, paths: string[] | undefined];

export const invalidAt = (...paths: string[]): Refusal => [400, 'validation_failed', paths];

export const tooLargeAt = (...paths: string[]): Refusal => [413, 'payload_too_large', paths];

/** Attempts to enqueue what must not get in. */
export class RefusedEnqueues {
  constructor(private readonly tasks: TaskCalls) {}

  readonly refusalOf = async (queue: string, body: unknown, path = 'tasks'): Promise<Refusal> => {
    const answer = await this.tasks.call<Problem>('POST', `/v1/queues/${queue}/${path}`, body);
    const { code, errors } = answer.body;
    return [answer.status, code, errors?.map((error) => error.path)];
  };

  readonly expectNothingIn = async (queue: string): Promise<void> => {
    expect(await this.tasks.tasks({ queue })).toEqual([]);
  };
}
