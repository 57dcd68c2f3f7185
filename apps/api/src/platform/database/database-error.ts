import { QueryFailedError } from 'typeorm';
import { TransactionOvertaken } from './transaction-overtaken.js';

/** What kind of trouble the database had, as far as it decides what to do next. */
export type DatabaseTrouble =
  'deadlock' | 'lock-timeout' | 'duplicate-key' | 'connection-lost' | 'unreachable' | 'other';

const troubleByNumber: Readonly<Record<number, DatabaseTrouble>> = {
  1213: 'deadlock',
  1020: 'deadlock',
  1205: 'lock-timeout',
  1062: 'duplicate-key',
  1040: 'unreachable',
  1203: 'unreachable',
  1226: 'unreachable',
  1045: 'unreachable',
  1047: 'unreachable',
  1049: 'unreachable',
  1053: 'connection-lost',
  1077: 'connection-lost',
  1079: 'connection-lost',
  1152: 'connection-lost',
  1184: 'connection-lost',
  1927: 'connection-lost',
  4031: 'connection-lost',
  1290: 'unreachable',
  1836: 'unreachable',
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
};

const lostConnectionText =
  /closed state|connection is closed|Connection lost|Pool is closed|socket has been ended/i;

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** Sorts an error of TypeORM or mysql2 into what the caller can do about it. */
export const troubleOf = (error: unknown): DatabaseTrouble => {
  if (error instanceof TransactionOvertaken) return 'deadlock';
  const driverError: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const number = propertyOf(driverError, 'errno');
  if (typeof number === 'number' && troubleByNumber[number] !== undefined) return troubleByNumber[number];
  const code = propertyOf(driverError, 'code');
  if (typeof code === 'string' && troubleByCode[code] !== undefined) return troubleByCode[code];
  if (driverError instanceof Error && lostConnectionText.test(driverError.message)) return 'connection-lost';
  return 'other';
};

/** Whether the database was out of reach when this went wrong, whatever the error was turned into since. */
export const isOutOfReach = (error: unknown): boolean => {
  const trouble = troubleOf(error);
  if (trouble === 'connection-lost' || trouble === 'unreachable') return true;
  return error instanceof Error && error.cause !== undefined && isOutOfReach(error.cause);
};
