import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { invalidAt } from '../support/refused-enqueues.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool();
const tasks = new TaskCalls(spool.call);

describe('A name that people read', () => {
  const refused = async (path: string, body: object) => {
    const { status, body: problem } = await spool.call<Problem>('POST', path, body);
    return [status, problem.code, problem.errors?.map((flaw) => flaw.path)];
  };

  it.each(['ann\u202Enimda', 'ann\u2067', 'a\u001b[2J', 'a\ud800'])(
    'such as %j is refused wherever it is set',
    async (name) => {
      const queue = await tasks.makeQueue();
      const key = { name, scopes: ['read'] };
      expect(await refused('/v1/api-keys', key)).toEqual(invalidAt('/name'));
      const operator = { username: name, role: 'viewer' };
      expect(await refused('/v1/operators', operator)).toEqual(invalidAt('/username'));
      const dequeue = { workerId: name };
      expect(await refused(`/v1/queues/${queue}/dequeue`, dequeue)).toEqual(invalidAt('/workerId'));
      expect(await refused(`/v1/queues/${queue}/exchange`, { dequeue })).toEqual(
        invalidAt('/dequeue/workerId'),
      );
      const credentials = { username: name, password: 'a password of nobody' };
      expect(await refused('/v1/session', credentials)).toEqual(invalidAt('/username'));
    },
  );
});
