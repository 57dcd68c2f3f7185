import { describe, expect, it } from '@jest/globals';
import { queueConfiguration } from '@spool/contracts';
import { configurationForm, defaultFields, fieldsOf } from './configuration-form.js';

const problemsOf = (change: Partial<ReturnType<typeof defaultFields>>) => {
  const { error } = configurationForm.safeParse({ ...defaultFields(), ...change });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the form of a queue’s configuration', () => {
  it('reads its defaults as the contract’s', () => {
    expect(configurationForm.parse(defaultFields())).toEqual(queueConfiguration.parse({}));
  });

  it('reads what it shows of any configuration', () => {
    const configuration = queueConfiguration.parse({
      maxAttempts: 3,
      backoff: { type: 'fixed', initialMs: 1_500, jitter: 0.5 },
      deadLetter: { mode: 'forward', queue: 'morgue' },
      retention: { completedMs: 0 },
      maxRunMs: 3_600_000,
      description: 'Hooks',
    });

    expect(configurationForm.parse(fieldsOf(configuration))).toEqual(configuration);
  });

  it('has the contract judge what was entered, field by field', () => {
    expect(problemsOf({ maxAttempts: '0' })).toEqual(['maxAttempts: This must be at least 1.']);
    expect(problemsOf({ backoff: { ...defaultFields().backoff, initialMs: '2 h', maxMs: '1 h' } })).toEqual([
      'backoff.maxMs: "maxMs" is at least "initialMs".',
    ]);
    expect(problemsOf({ deadLetter: { mode: 'forward', queue: '' } })).toEqual([
      'deadLetter.queue: Forwarding needs "queue": the queue that receives dead tasks.',
    ]);
  });

  it('says how durations and numbers are written', () => {
    expect(problemsOf({ keepaliveTimeoutMs: 'soon', maxAttempts: 'many' })).toEqual([
      'maxAttempts: This must be a number.',
      'keepaliveTimeoutMs: Write a number and ms, s, min, h or d: 30 s.',
    ]);
  });
});
