import { QueryFailedError } from 'typeorm';
import { ConnectionSilent } from './connection-silent.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { TransactionOvertaken } from './transaction-overtaken.js';

/** What kind of trouble the database had, as far as it decides what to do next. */
export type DatabaseTrouble =
  | 'deadlock'
  | 'lock-timeout'
  | 'duplicate-key'
  | 'connection-lost'
  | 'unreachable'
  | 'cannot-write'
  | 'other';

/** Those after which trying again makes sense. */
export const troublesThatPass = [
  'deadlock',
  'lock-timeout',
  'connection-lost',
  'unreachable',
] as const satisfies readonly DatabaseTrouble[];

const troubleByNumber: Readonly<Record<number, DatabaseTrouble>> = {
  1213: 'deadlock',
  1020: 'deadlock',
  // Group replication chose another transaction.
  3101: 'deadlock',
  1205: 'lock-timeout',
  1062: 'duplicate-key',
  1040: 'unreachable',
  1203: 'unreachable',
  1226: 'unreachable',
  1045: 'unreachable',
  1047: 'unreachable',
  1049: 'unreachable',
  // It takes encrypted connections alone.
  3159: 'unreachable',
  1053: 'connection-lost',
  1077: 'connection-lost',
  1079: 'connection-lost',
  1152: 'connection-lost',
  1184: 'connection-lost',
  1927: 'connection-lost',
  4031: 'connection-lost',
  1158: 'connection-lost',
  1159: 'connection-lost',
  1160: 'connection-lost',
  1161: 'connection-lost',
  // This server no longer writes: another one may by now.
  1290: 'unreachable',
  1792: 'unreachable',
  1836: 'unreachable',
  3100: 'unreachable',
  // A full disk, as a rule.
  1021: 'cannot-write',
  1026: 'cannot-write',
  1030: 'cannot-write',
  1114: 'cannot-write',
  1180: 'cannot-write',
  1878: 'cannot-write',
};

const troubleByCode: Readonly<Record<string, DatabaseTrouble>> = {
  PROTOCOL_CONNECTION_LOST: 'connection-lost',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  ECONNREFUSED: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  HANDSHAKE_SSL_ERROR: 'unreachable',
  HANDSHAKE_NO_SSL_SUPPORT: 'unreachable',
};

const lostConnectionText =
  /closed state|connection is closed|Connection lost|Pool is closed|socket has been ended/i;

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const driverErrorOf = (error: unknown): unknown =>
  error instanceof QueryFailedError ? error.driverError : error;

/** Sorts an error of TypeORM or mysql2 into what the caller can do about it. */
export const troubleOf = (error: unknown): DatabaseTrouble => {
  if (error instanceof TransactionOvertaken) return 'deadlock';
  if (error instanceof ConnectionSilent) return 'connection-lost';
  const driverError = driverErrorOf(error);
  const number = propertyOf(driverError, 'errno');
  if (typeof number === 'number' && troubleByNumber[number] !== undefined) return troubleByNumber[number];
  const code = propertyOf(driverError, 'code');
  if (typeof code === 'string' && troubleByCode[code] !== undefined) return troubleByCode[code];
  if (driverError instanceof Error && lostConnectionText.test(driverError.message)) return 'connection-lost';
  return 'other';
};

/** Whether an error is what the server answered: it lives. */
export const isAnswer = (error: unknown): boolean => {
  const number = propertyOf(driverErrorOf(error), 'errno');
  return typeof number === 'number' && number > 0;
};

const timeoutCodes = new Set<unknown>(['ETIMEDOUT', 'PROTOCOL_SEQUENCE_TIMEOUT']);

/** Whether nothing came back within its time. */
export const hasTimedOut = (error: unknown): boolean =>
  timeoutCodes.has(propertyOf(driverErrorOf(error), 'code'));

/** Whether a connection is of no use after this error. */
export const isConnectionGone = (error: unknown): boolean => {
  const trouble = troubleOf(error);
  return trouble === 'connection-lost' || trouble === 'unreachable';
};

/**
 * Whether the database itself was what went wrong, out of reach or unable to write, whatever the error was turned
 * into since: nothing that is asked of it now would go better.
 */
export const isDatabaseDown = (error: unknown): boolean => {
  if (error instanceof DatabaseUnavailable || isConnectionGone(error)) return true;
  if (troubleOf(error) === 'cannot-write') return true;
  return error instanceof Error && error.cause !== undefined && isDatabaseDown(error.cause);
};
