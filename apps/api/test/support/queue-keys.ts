import { createdApiKey, type Permission } from '@spool/contracts';
import type { Call } from '@spool/test-bed/caller.js';
import type { TestSpool } from './spool.js';
import { readAnswer } from './task-calls.js';

const everything: readonly Permission[] = ['enqueue', 'work', 'read', 'operate', 'admin'];

/** Calls with a new key that covers only queues of these patterns; it may do everything there, unless told otherwise. */
export const callerForQueues = async (
  spool: TestSpool,
  queues: readonly string[],
  scopes: readonly Permission[] = everything,
): Promise<Call> => {
  const answer = await spool.call('POST', '/v1/api-keys', { name: 'for some queues', scopes, queues });
  return spool.callWith(readAnswer(createdApiKey, 201, answer).key);
};
