import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { SpoolError, unavailable } from '../spool-error.js';
import { isDatabaseDown, troubleOf, type DatabaseTrouble } from './database-error.js';
import { ConnectionSilent } from './connection-silent.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { TransactionOvertaken } from './transaction-overtaken.js';

const aServerError = (errno: number): Error => Object.assign(new Error('from the server'), { errno });
const aDriverError = (code: string): Error => Object.assign(new Error('from the driver'), { code });

describe('troubleOf', () => {
  it.each<[number, DatabaseTrouble]>([
    [1213, 'deadlock'],
    [1020, 'deadlock'],
    [1205, 'lock-timeout'],
    [1062, 'duplicate-key'],
    [1053, 'connection-lost'],
    [1927, 'connection-lost'],
    [4031, 'connection-lost'],
    [1040, 'unreachable'],
    [1045, 'unreachable'],
    [1047, 'unreachable'],
    [1290, 'unreachable'],
    [3101, 'deadlock'],
    [1021, 'cannot-write'],
    [1114, 'cannot-write'],
    [1180, 'cannot-write'],
    [1064, 'other'],
  ])('sorts error %i of the server as %s', (errno, trouble) => {
    expect(troubleOf(aServerError(errno))).toBe(trouble);
  });

  it.each<[string, DatabaseTrouble]>([
    ['PROTOCOL_CONNECTION_LOST', 'connection-lost'],
    ['ECONNRESET', 'connection-lost'],
    ['EPIPE', 'connection-lost'],
    ['ECONNREFUSED', 'unreachable'],
    ['ETIMEDOUT', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['ER_PARSE_ERROR', 'other'],
  ])('sorts %s of the driver as %s', (code, trouble) => {
    expect(troubleOf(aDriverError(code))).toBe(trouble);
  });

  it('looks into what TypeORM wraps', () => {
    const wrapped = new QueryFailedError('SELECT 1', [], aServerError(1213));
    expect(troubleOf(wrapped)).toBe('deadlock');
  });

  it('knows a connection that the driver only describes', () => {
    for (const text of ["Can't add new command when connection is in closed state", 'Pool is closed.'])
      expect(troubleOf(new Error(text))).toBe('connection-lost');
  });

  it('knows a connection that no answer comes from', () => {
    expect(troubleOf(new ConnectionSilent('No answer.'))).toBe('connection-lost');
  });

  it('treats a transaction whose reading was overtaken like a deadlock', () => {
    expect(troubleOf(new TransactionOvertaken('meanwhile'))).toBe('deadlock');
  });

  it.each([undefined, null, 'text', 7, {}, new Error('anything')])('has no name for %p', (error) => {
    expect(troubleOf(error)).toBe('other');
  });
});

describe('isDatabaseDown', () => {
  it('sees through what the error was turned into', () => {
    expect(isDatabaseDown(unavailable('Try again.', aDriverError('ECONNREFUSED')))).toBe(true);
    expect(
      isDatabaseDown(unavailable('Try again.', new QueryFailedError('COMMIT', [], aServerError(1053)))),
    ).toBe(true);
  });

  it('is so where no connection can be had, and where nothing can be written', () => {
    expect(isDatabaseDown(new DatabaseUnavailable('No connection.'))).toBe(true);
    expect(isDatabaseDown(unavailable('Try again.', aServerError(1114)))).toBe(true);
  });

  it('is not so when the database answered', () => {
    expect(isDatabaseDown(unavailable('Try again.', aServerError(1205)))).toBe(false);
    expect(isDatabaseDown(new SpoolError('conflict', 'No.'))).toBe(false);
    expect(isDatabaseDown('text')).toBe(false);
  });
});
