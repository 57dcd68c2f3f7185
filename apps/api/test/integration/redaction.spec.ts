import { describe, expect, it } from '@jest/globals';
import type { DeadTask, LeasedTask, Problem, Task, TaskDetail } from '@spool/contracts';
import { signInAdmin } from '../support/operators.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool({ environment: { SPOOL_REDACTED_PATHS: '/card/number, /**/secret' } });
const here = new TaskCalls(spool.call);

const payload = { card: { number: '4111-1111', name: 'Ann' }, steps: [{ secret: 'hush' }], amount: 12.5 };
const shown = {
  card: { number: '[redacted]', name: 'Ann' },
  steps: [{ secret: '[redacted]' }],
  amount: 12.5,
};

const makeDead = async (): Promise<{ queue: string; id: string }> => {
  const queue = await here.makeQueue();
  const { id } = await here.enqueue(queue, { payload });
  await here.fail([await here.takeOne(queue)], { retryable: false });
  return { queue, id };
};

/** What may never be in an answer. */
const expectHidden = (body: unknown): void => {
  expect(JSON.stringify(body)).not.toMatch(/4111|hush/);
};

describe('What is to be hidden', () => {
  it('is hidden in every answer about a task, its result and its progress, and whole for the worker', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue, { payload, dedupKey: 'once' });
    const again = await spool.call<Task>('POST', `/v1/queues/${queue}/tasks`, { payload, dedupKey: 'once' });
    expect([again.status, again.body.payload]).toEqual([200, shown]);
    const later = await spool.call<Task>('PATCH', `/v1/tasks/${id}`, { scheduledAt: '2026-01-01T00:00:00Z' });
    expect(later.body.payload).toEqual(shown);
    const held = await here.takeOne(queue);
    expect(held.payload).toEqual(payload);
    await here.keepalive([held], { progress: { secret: 'hush', done: 1 } });
    const running = (await spool.call<TaskDetail>('GET', `/v1/tasks/${id}`)).body;
    expect([running.payload, running.lease?.progress]).toEqual([shown, { secret: '[redacted]', done: 1 }]);
    const lists = ['/v1/tasks', '/v1/threads', '/v1/dead-tasks'].map((list) => `${list}?queue=${queue}`);
    for (const list of lists) expectHidden((await spool.call('GET', list)).body);
    await here.complete([held], { result: { secret: 'hush', sent: true } });
    const { result } = (await spool.call<TaskDetail>('GET', `/v1/tasks/${id}`)).body;
    expect(result).toEqual({ secret: '[redacted]', sent: true });
  });

  it('is hidden from an operator who takes a task by hand too', async () => {
    const queue = await here.makeQueue();
    await here.enqueue(queue, { payload });
    const { call } = await signInAdmin(spool);
    const { body } = await call<{ tasks: LeasedTask[] }>('POST', `/v1/queues/${queue}/dequeue`, {
      workerId: 'by hand',
    });
    expect(body.tasks[0]?.payload).toEqual(shown);
  });

  it('comes back whole in a restart, edited or not: no mark reaches a worker', async () => {
    const plain = await makeDead();
    await here.restart({ ids: [plain.id] });
    expect((await here.takeOne(plain.queue)).payload).toEqual(payload);
    const edited = await makeDead();
    const [result] = await here.restart({ ids: [edited.id], payload: { ...shown, amount: 13 } });
    expect(result?.status).toBe('ok');
    expect((await here.takeOne(edited.queue)).payload).toEqual({ ...payload, amount: 13 });
  });

  it('is not restarted with a mark that stands for nothing: the task stays dead', async () => {
    const { queue, id } = await makeDead();
    const { status, body } = await spool.call<Problem>('POST', '/v1/dead-tasks/restart', {
      ids: [id],
      payload: { ...shown, note: '[redacted]' },
    });
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'validation_failed', '/payload/note']);
    const { items } = (await spool.call<{ items: DeadTask[] }>('GET', `/v1/dead-tasks?queue=${queue}`)).body;
    expect(items.map((task) => task.id)).toEqual([id]);
  });
});
