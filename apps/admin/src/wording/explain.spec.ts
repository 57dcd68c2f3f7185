import { describe, expect, it } from '@jest/globals';
import type { Cause, Explanation, NextStep } from '@spool/contracts';
import { wordExplanation, wordNext } from './explain.js';

const now = '2026-11-30T12:00:00.000Z';
const reader = { taskId: '8', nowMs: Date.parse(now) };
const inTwentySeconds = '2026-11-30T12:00:20.000Z';

const enqueued = (...causes: Cause[]): Explanation => ({
  state: 'ENQUEUED',
  phase: 'waiting',
  causes,
  next: { code: 'none' },
});

describe('the explanation of a task', () => {
  it('says that a ready task has no cause to wait', () => {
    expect(wordExplanation(enqueued(), reader)).toBe('It is ready.');
  });

  it('names who it is behind and who holds the thread up, from the nearest cause to the root', () => {
    const text = wordExplanation(
      enqueued(
        { code: 'behind_in_thread', taskId: '4790' },
        { code: 'in_progress', taskId: '4790', workerId: 'worker-1' },
      ),
      reader,
    );

    expect(text).toBe(
      'It is not running because it is behind task 4790 in its thread; task 4790 is in progress on worker-1.',
    );
  });

  it.each<[Cause, string]>([
    [{ code: 'not_due', until: inTwentySeconds }, 'its time comes in 20 s'],
    [{ code: 'backoff', until: inTwentySeconds }, 'its retry is due in 20 s'],
    [{ code: 'backoff', taskId: '8', until: inTwentySeconds }, 'its retry is due in 20 s'],
    [{ code: 'backoff', taskId: '7', until: inTwentySeconds }, 'task 7’s retry is due in 20 s'],
    [{ code: 'queue_paused', queue: 'orders' }, 'queue orders is paused'],
    [{ code: 'no_worker_seen', queue: 'orders' }, 'no worker was seen on orders in the last minutes'],
    [{ code: 'behind_in_thread', hidden: true }, 'it is behind a task in a queue that you may not read'],
  ])('words %j', (cause, words) => {
    expect(wordExplanation(enqueued(cause), reader)).toBe(`It is not running because ${words}.`);
  });

  it('says what a task is that is past waiting', () => {
    const dead: Explanation = { state: 'DEAD', phase: null, causes: [], next: { code: 'none' } };

    expect(wordExplanation(dead, reader)).toBe(
      'It is dead: it runs again only when an operator restarts it.',
    );
  });
});

describe('what runs next', () => {
  it.each<[NextStep, string]>([
    [{ code: 'ready', taskId: '12' }, 'Task 12 runs as soon as a worker asks.'],
    [{ code: 'ready', taskId: '8' }, 'It runs as soon as a worker asks.'],
    [{ code: 'at_time', taskId: '12', at: inTwentySeconds }, 'Task 12 may run in 20 s.'],
    [{ code: 'after_task', taskId: '12' }, 'The next one runs as soon as task 12 leaves.'],
    [{ code: 'after_resume' }, 'It goes on when the queue is resumed.'],
    [{ code: 'none' }, ''],
  ])('words %j', (next, words) => {
    expect(wordNext(next, reader)).toBe(words);
  });
});
