import { describe, expect, it } from '@jest/globals';
import { queueConfiguration } from './queue.js';
import { newTaskBatch } from './task.js';
import './messages.js';

const messageOf = (schema: { safeParse(input: unknown): unknown }, input: unknown): unknown =>
  Reflect.get(Object(schema.safeParse(input)), 'error');

describe('The words for what is wrong', () => {
  it.each([
    [{ maxAttempts: 0 }, 'This must be at least 1.'],
    [{ maxAttempts: 1_001 }, 'This must be at most 1000.'],
    [{ maxAttempts: 1.5 }, 'This must be a whole number.'],
    [{ description: 'x'.repeat(501) }, 'This must have at most 500 characters.'],
    [{ ordering: 'random' }, 'This must be one of "scheduled", "fair".'],
    [{ retention: 5 }, 'This must be an object.'],
  ])('say what is wanted: %j', (configuration, words) => {
    expect(messageOf(queueConfiguration, configuration)).toMatchObject({ issues: [{ message: words }] });
  });

  it('count one item as one', () => {
    expect(messageOf(newTaskBatch, { tasks: [] })).toMatchObject({
      issues: [{ message: 'This must have at least 1 item.' }],
    });
  });
});
