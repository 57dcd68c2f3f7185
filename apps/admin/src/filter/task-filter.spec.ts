import { describe, expect, it } from '@jest/globals';
import type { TaskSummary } from '@spool/contracts';
import { parseFilter } from './filter-text.js';
import { readPart, readTaskFilter } from './task-filter.js';

const nowMs = Date.parse('2026-11-30T12:00:00.000Z');
const read = (text: string) => readTaskFilter(parseFilter(text), nowMs);
const problemOf = (text: string) => parseFilter(text).map((part) => readPart(part, nowMs))[0];

const task: TaskSummary = {
  id: '17',
  queue: 'orders',
  threadId: 'order-17',
  type: 'email',
  state: 'DEAD',
  phase: null,
  attempt: 5,
  maxAttempts: 5,
  scheduledAt: '2026-11-30T11:00:00.000Z',
  enqueuedAt: '2026-11-30T11:00:00.000Z',
  error: { type: 'TimeoutError', message: 'No answer' },
};

describe('a filter of tasks', () => {
  it('asks the service for what it can find', () => {
    expect(read('state:dead queue:orders type:email thread:order-17 worker:w-1')).toEqual({
      query: { state: 'DEAD', queue: 'orders', type: 'email', threadId: 'order-17', workerId: 'w-1' },
      tests: [],
    });
  });

  it.each([
    ['ready', { state: 'ENQUEUED', phase: 'ready' }],
    ['backoff', { state: 'ENQUEUED', phase: 'backoff' }],
    ['running', { state: 'IN_PROGRESS' }],
    ['done', { state: 'COMPLETED' }],
  ])('knows the state %s', (word, query) => {
    expect(read(`state:${word}`).query).toEqual(query);
  });

  it('turns an age into a time', () => {
    expect(read('age:>2h').query).toEqual({ to: '2026-11-30T10:00:00.000Z' });
    expect(read('age:<30m').query).toEqual({ from: '2026-11-30T11:30:00.000Z' });
  });

  it.each(['thread:order-*', 'error:Timeout', 'error:"no answer"', 'type:e*l', 'order'])(
    'tests the tasks themselves for %s',
    (text) => {
      const { query, tests } = read(text);

      expect(query).toEqual({});
      expect(tests.map((test) => test(task))).toEqual([true]);
    },
  );

  it.each(['thread:invoice-*', 'error:503', 'worker:w-*', 'invoice'])(
    'leaves out what does not fit %s',
    (text) => {
      expect(read(text).tests.map((test) => test(task))).toEqual([false]);
    },
  );

  it.each(['state:sleeping', 'age:2h', 'colour:red', 'queue:"a b"', 'type:""'])(
    'says what is wrong with %s',
    (text) => {
      expect(problemOf(text)).toHaveProperty('problem');
      expect(read(text)).toEqual({ query: {}, tests: [] });
    },
  );
});
