import { describe, expect, it } from '@jest/globals';
import { routes } from '@spool/contracts';
import { z } from 'zod';
import { SpoolError, type RequestFlaw } from '../spool-error.js';
import { validate } from './validate.js';

const flawsOf = (schema: z.ZodType, input: unknown): readonly RequestFlaw[] => {
  try {
    validate(schema, input);
  } catch (error) {
    if (error instanceof SpoolError) return error.extras.errors ?? [];
    throw error;
  }
  return [];
};

describe('validate', () => {
  it('gives each flaw its place as a JSON Pointer', () => {
    const tasks = [{ payload: 1 }, { payload: 1, maxAttempts: 0 }];
    expect(flawsOf(routes.enqueueBatch.body, { tasks })).toEqual([
      { path: '/tasks/1/maxAttempts', message: expect.any(String) },
    ]);
  });

  it('gives each unknown member its own flaw, and escapes its name', () => {
    const given = JSON.parse('{"a/b":1,"c~d":2,"__proto__":3}');
    expect(flawsOf(z.strictObject({}), given).map((flaw) => flaw.path)).toEqual([
      '/a~1b',
      '/c~0d',
      '/__proto__',
    ]);
  });

  it('says plainly what is missing', () => {
    expect(flawsOf(routes.signIn.body, undefined)).toEqual([
      { path: '', message: 'A JSON body is required.' },
    ]);
    expect(flawsOf(routes.signIn.body, { username: 'admin' })).toEqual([
      { path: '/password', message: '"password" is required.' },
    ]);
  });

  it('names a hundred flaws at most', () => {
    const tasks = Array.from({ length: 300 }, () => ({ surplus: 1 }));
    expect(flawsOf(routes.enqueueBatch.body, { tasks })).toHaveLength(100);
  });

  it('points into a payload', () => {
    expect(flawsOf(routes.enqueueTask.body, { payload: { list: [1, 2 ** 60] } })).toEqual([
      { path: '/payload/list/1', message: expect.stringContaining('2^53') },
    ]);
  });
});
