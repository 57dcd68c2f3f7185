import type { SpoolClient } from '@spool/client';

/** A task that a test enqueues. */
export type WorkItem = Parameters<SpoolClient['tasks']['enqueue']>[1];

/** Enqueues a task and answers its id. */
export const enqueue = async (client: SpoolClient, queue: string, item: WorkItem): Promise<string> =>
  (await client.tasks.enqueue(queue, item)).id;

/** Takes the next task of a queue; fails the test when there is none. */
export const takeOne = async (client: SpoolClient, queue: string, workerId = 'worker-1') => {
  const {
    tasks: [task],
  } = await client.tasks.dequeue(queue, { workerId });
  if (task === undefined) throw new Error(`Nothing is ready in ${queue}.`);
  return task;
};

/** Enqueues a task, takes it and fails it for good; answers the dead task's id. */
export const killOne = async (
  client: SpoolClient,
  queue: string,
  item: WorkItem,
  error: { readonly message: string; readonly type?: string; readonly stack?: string },
): Promise<string> => {
  const id = await enqueue(client, queue, item);
  const { leaseToken } = await takeOne(client, queue);
  await client.tasks.fail(id, { leaseToken, error, retryable: false });
  return id;
};

/** Kills many tasks of a queue at once, the first enqueued first; answers their ids. */
export const killMany = async (client: SpoolClient, queue: string, count: number): Promise<string[]> => {
  await client.queues.put(queue, {});
  const items = Array.from({ length: count }, (_, number) => ({ payload: { number } }));
  const { tasks } = await client.tasks.enqueueBatch(queue, items);
  const { tasks: taken } = await client.tasks.dequeue(queue, { workerId: 'worker-1', max: count });
  const error = { type: 'HTTP_503', message: 'The receiver answered 503' };
  const failures = taken.map(({ id, leaseToken }) => ({ id, leaseToken, error, retryable: false }));
  await client.tasks.failBatch(failures);
  return tasks.map(({ id }) => id);
};

/** Kills tasks that only say which number they have, each in a thread of its own; answers their ids. */
export const killSome = async (client: SpoolClient, queue: string, count: number): Promise<string[]> => {
  await client.queues.put(queue, {});
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const error = { type: 'HTTP_503', message: `The receiver of ${number} answered 503` };
    ids.push(await killOne(client, queue, { payload: { number }, threadId: `${queue}-${number}` }, error));
  }
  return ids;
};
