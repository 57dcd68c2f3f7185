import { afterEach, describe, expect, it } from '@jest/globals';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);

afterEach(() => expectUndamaged(spool));

const atOnceAgain = { type: 'fixed', initialMs: 0 } as const;
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('The history of a task', () => {
  it('grows from nothing over failures, a running attempt and its completion', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain });
    const { id } = await here.enqueue(queue, { payload: { order: 7 } });
    const waiting = await here.task(id);
    expect(waiting.history).toEqual([]);
    expect(waiting).not.toHaveProperty('error');

    const error = { type: 'HTTP_503', message: 'busy', stack: 'at receiver' };
    await here.fail([await here.takeOne(queue, { workerId: 'first' })], { error });
    const failed = {
      attempt: 1,
      workerId: 'first',
      startedAt: isoTime,
      endedAt: isoTime,
      outcome: 'failed',
      error,
    };
    const retrying = await here.task(id);
    expect(retrying).toMatchObject({ state: 'ENQUEUED', error: { type: 'HTTP_503', message: 'busy' } });
    expect(retrying.error).not.toHaveProperty('stack');
    expect(retrying.history).toEqual([failed]);

    const held = await here.takeOne(queue, { workerId: 'second' });
    const running = { attempt: 2, workerId: 'second', startedAt: isoTime, endedAt: null, outcome: null };
    expect((await here.task(id)).history).toEqual([failed, running]);
    await here.release([held]);
    expect((await here.task(id)).history).toEqual([failed]);

    const again = await here.takeOne(queue, { workerId: 'third' });
    await here.complete([again], { result: { delivered: true } });
    const completed = await here.task(id);
    expect(completed).toMatchObject({
      state: 'COMPLETED',
      phase: null,
      attempt: 2,
      result: { delivered: true },
      payload: { order: 7 },
    });
    const { startedAt } = completed.history[1] ?? {};
    expect(completed.history).toEqual([
      failed,
      { attempt: 2, workerId: 'third', startedAt, endedAt: completed.finishedAt, outcome: 'completed' },
    ]);
  });

  it('shows the last error in lists, of live and of dead tasks, and has every attempt once dead', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain, maxAttempts: 2 });
    const threadId = freshName('thread');
    const { id } = await here.enqueue(queue, { threadId, type: 'send' });
    await here.fail([await here.takeOne(queue)], { error: { type: 'First', message: 'once' } });
    const [listed] = await here.tasks({ queue });
    expect(listed).toMatchObject({ id, state: 'ENQUEUED', error: { type: 'First', message: 'once' } });
    expect(listed).not.toHaveProperty('payload');
    const secondError = { message: 'twice' };
    await here.fail([await here.takeOne(queue)], { error: secondError });
    const shown = { type: null, message: 'twice' };
    const dead = await here.task(id);
    expect(dead).toMatchObject({ state: 'DEAD', attempt: 2, error: shown });
    expect(dead.history).toMatchObject([
      { attempt: 1, outcome: 'failed', error: { type: 'First', message: 'once' } },
      { attempt: 2, outcome: 'failed', error: shown },
    ]);
    expect(await here.tasks({ queue, state: 'DEAD' })).toMatchObject([{ id, error: shown }]);
    const [inDlq] = await here.deadTasks({ queue, threadId, type: 'send' });
    expect(inDlq).toMatchObject({ id, error: shown, diedAt: dead.history[1]?.endedAt, threadId });
    expect(await here.deadTasks({ queue, errorType: 'First' })).toEqual([]);
  });
});
