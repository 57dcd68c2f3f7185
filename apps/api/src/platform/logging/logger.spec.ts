import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { createLogger } from './logger.js';

const lineOf = (fields: object): Record<string, unknown> => {
  let line = '';
  createLogger('info', { write: (text) => (line = text) }).error(fields, 'It went wrong');
  return JSON.parse(line);
};

describe('The log', () => {
  it('is JSON lines with level names and UTC times', () => {
    expect(lineOf({ requestId: 'r1' })).toEqual({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: 'r1',
      msg: 'It went wrong',
    });
  });

  it('has no parameters of a statement, which may be payloads', () => {
    const driverError = Object.assign(new Error('Lost connection'), {
      sql: "INSERT 'a payload'",
      code: 'ECONNRESET',
    });
    const { err } = lineOf({ err: new QueryFailedError('INSERT ?', ['a payload'], driverError) });
    expect(err).toMatchObject({ type: 'QueryFailedError', message: 'Lost connection', code: 'ECONNRESET' });
    expect(JSON.stringify(err)).not.toContain('payload');
  });

  it('has no headers, which carry secrets', () => {
    const line = lineOf({ headers: { authorization: 'Bearer spool_x', cookie: 'session' } });
    expect(JSON.stringify(line)).not.toMatch(/spool_x|session/);
  });
});
