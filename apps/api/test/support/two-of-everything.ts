import type { TaskCalls } from './task-calls.js';

/** Two of everything that is listed, so that every list has a second page. */
export const makeTwoOfEverything = async (tasks: TaskCalls): Promise<void> => {
  await tasks.putQueue('orders');
  await tasks.putQueue('scratch');
  const member = { threadId: 'customer-42', type: 'send-webhook' };
  await tasks.enqueueBatch('orders', [{}, {}, member, member, { threadId: 'customer-43' }]);
  const [dying, alsoDying, running] = await tasks.dequeue('orders', { max: 3, workerId: 'worker-1' });
  await tasks.dequeue('scratch', { workerId: 'worker-2' });
  if (dying === undefined || alsoDying === undefined || running === undefined)
    throw new Error('Nothing is ready.');
  await tasks.fail([dying], { error: { message: 'broken', type: 'Broken' }, retryable: false });
  await tasks.fail([alsoDying], { error: { message: 'late', type: 'Late' }, retryable: false });
  await tasks.fail([running], { retryAfterMs: 0 });
  await tasks.dequeue('orders', { max: 3, workerId: 'worker-1' });
  await tasks.enqueueBatch('scratch', [{}, {}]);
  await tasks.fail(await tasks.dequeue('scratch', { max: 2 }), { retryable: false });
  for (const _ of ['over two tasks', 'over none'])
    await tasks.call('POST', '/v1/operations', { action: 'delete', filter: { queue: 'scratch' } });
  await tasks.call('POST', '/v1/api-keys', { name: 'another', scopes: ['read'] });
};
