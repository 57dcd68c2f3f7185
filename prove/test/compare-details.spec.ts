import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskDetail } from '@spool/contracts';
import type { Task } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import { compareDetails } from '../src/commands/compare-details.js';
import { World } from '../src/commands/world.js';

const atMs = (timeMs: number): string => new Date(timeMs).toISOString();
const failure = { type: 'Meant', message: 'It was meant to fail.' };

describe('A task that tells all of itself', () => {
  let world: World;

  const take = (queue: string, nowMs: number): { id: number; token: number } => {
    const command = { kind: 'dequeue', queue, workerId: 'w', max: 1 } as const;
    const [taken] = perform(world.model, command, nowMs);
    if (taken?.status !== 'ok' || taken.token === undefined) throw new Error('Nothing was handed out.');
    return { id: taken.id, token: taken.token };
  };

  const taskNamed = (id: number): Task => {
    const task = world.model.tasks.find((one) => one.id === id);
    if (task === undefined) throw new Error(`There is no task ${id}.`);
    return task;
  };

  const detail = (more: Partial<TaskDetail>): TaskDetail => ({
    id: '1',
    queue: 'w-fair',
    threadId: null,
    type: 'mail',
    state: 'FORWARDED',
    phase: null,
    attempt: 1,
    maxAttempts: 1,
    scheduledAt: atMs(1),
    enqueuedAt: atMs(1),
    payload: 'm1',
    history: [
      { attempt: 1, workerId: 'w', startedAt: atMs(2), endedAt: atMs(3), outcome: 'failed', error: failure },
    ],
    forwardedAs: '2',
    ...more,
  });

  /** Task 1 has died in a queue that forwards: task 2 is what it became, and is done. */
  beforeEach(() => {
    world = new World('w');
    const tasks = [{ queue: 'w-fair', threadId: null, maxAttempts: 1 }];
    perform(world.model, { kind: 'enqueue', tasks }, 1);
    world.sent.set(1, { marker: 'm1', threadId: null, type: 'mail' });
    perform(world.model, { kind: 'fail', items: [take('w-fair', 2)] }, 3);
    perform(world.model, { kind: 'complete', items: [take('w-plain', 4)] }, 4);
    world.results.set(2, 'done');
  });

  const forwarded = (more: Partial<TaskDetail>): TaskDetail => {
    const deadLetter = { taskId: '1', queue: 'w-fair', threadId: null, attempt: 1 };
    const completed = { attempt: 1, workerId: 'w', startedAt: atMs(2), endedAt: atMs(4) };
    const { forwardedAs: _forwardedAs, ...rest } = detail({ id: '2', queue: 'w-plain', state: 'COMPLETED' });
    return {
      ...rest,
      result: 'done',
      deadLetter: { ...deadLetter, diedAt: atMs(3), error: failure },
      history: [{ ...completed, outcome: 'completed' }],
      ...more,
    };
  };

  it('agrees with the model, as what died and as what it was forwarded as', () => {
    expect(compareDetails(world, taskNamed(1), detail({}))).toEqual([]);
    expect(compareDetails(world, taskNamed(2), forwarded({}))).toEqual([]);
  });

  it.each([
    ['payload', { payload: null }],
    ['type', { type: null }],
    ['result', { result: 'undone' }],
    ['history', { history: [] }],
    ['restartedFrom', { restartedFrom: '1' }],
  ] satisfies [string, Partial<TaskDetail>][])('differs in its %s', (name, changed) => {
    const differences = compareDetails(world, taskNamed(2), forwarded(changed));
    expect(differences).toEqual([expect.stringContaining(`${name} of task 2 is`)]);
  });

  it('differs when it is gone', () => {
    expect(compareDetails(world, taskNamed(1), null)).toEqual([
      'task 1 is not found, the model has it FORWARDED',
    ]);
  });
});
