import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { routes, type Route } from '@spool/contracts';
import { SpoolClient } from '../src/index.js';
import { json, startRecordingServer, type RecordingServer } from './recording-server.js';

let server: RecordingServer;
let client: SpoolClient;

beforeAll(async () => {
  server = await startRecordingServer();
  client = new SpoolClient({ url: `${server.url}/`, apiKey: 'spool_1_secret' });
});

beforeEach(() => {
  server.requests.length = 0;
  server.answerWith(json(200, { items: [], nextCursor: null }));
});

afterAll(() => server.stop());

const lease = { leaseToken: '7' };

/** Every call of the client, by the route that it makes. */
const everyCall: Record<string, () => Promise<unknown>> = {
  putQueue: () => client.queues.put('orders', { maxAttempts: 3 }),
  patchQueue: () => client.queues.patch('orders', { maxAttempts: 3 }),
  listQueues: () => client.queues.list(),
  getQueue: () => client.queues.get('orders'),
  pauseQueue: () => client.queues.pause('orders', { reason: 'a bad release' }),
  resumeQueue: () => client.queues.resume('orders'),
  deleteQueue: () => client.queues.delete('orders'),
  enqueueTask: () => client.tasks.enqueue('orders', { payload: null }),
  enqueueBatch: () => client.tasks.enqueueBatch('orders', [{ payload: 1 }, { payload: 2 }]),
  listTasks: () => client.tasks.list({ state: 'ENQUEUED' }),
  getTask: () => client.tasks.get('12'),
  explainTask: () => client.tasks.explain('12'),
  rescheduleTask: () => client.tasks.reschedule('12', '2026-11-30T01:02:03.004Z'),
  deleteTask: () => client.tasks.delete('12'),
  deleteTasks: () => client.tasks.deleteBatch(['12']),
  dequeue: () => client.tasks.dequeue('orders', { workerId: 'worker-1' }),
  exchange: () => client.tasks.exchange('orders', { complete: [{ id: '12', ...lease }] }),
  keepaliveTasks: () => client.tasks.keepaliveBatch([{ id: '12', ...lease }]),
  completeTasks: () => client.tasks.completeBatch([{ id: '12', ...lease, result: { sent: true } }]),
  failTasks: () => client.tasks.failBatch([{ id: '12', ...lease, error: { message: 'no route' } }]),
  releaseTasks: () => client.tasks.releaseBatch([{ id: '12', ...lease }]),
  keepaliveTask: () => client.tasks.keepalive('12', lease),
  completeTask: () => client.tasks.complete('12', lease),
  failTask: () => client.tasks.fail('12', { ...lease, error: { message: 'no route' } }),
  releaseTask: () => client.tasks.release('12', lease),
  listThreads: () => client.threads.list({ sort: 'size' }),
  getThread: () => client.threads.get('customer-42'),
  listMembers: () => client.threads.members('customer-42'),
  listMembersByQuery: () => client.threads.members('..'),
  listThreadHistory: () => client.threads.history('customer-42'),
  listThreadHistoryByQuery: () => client.threads.history('..'),
  listDeadTasks: () => client.deadTasks.list({ queue: 'orders' }),
  listDeadTaskGroups: () => client.deadTasks.groups(),
  updateDeadTaskGroup: () => client.deadTasks.updateGroup('0123456789abcdef', { status: 'resolved' }),
  restartDeadTasks: () => client.deadTasks.restart({ ids: ['12'] }),
  deleteDeadTasks: () => client.deadTasks.delete(['12']),
  createOperation: () => client.operations.create({ action: 'restart', filter: { queue: 'orders' } }),
  listOperations: () => client.operations.list({ state: 'running' }),
  getOperation: () => client.operations.get('17'),
  listOperationTasks: () => client.operations.tasks('17', { outcome: 'failed' }),
  pauseOperation: () => client.operations.pause('17'),
  resumeOperation: () => client.operations.resume('17'),
  cancelOperation: () => client.operations.cancel('17'),
  undoOperation: () => client.operations.undo('17'),
  signIn: () => client.session.signIn({ username: 'admin', password: 'secret' }),
  getSession: () => client.session.get(),
  signOut: () => client.session.signOut(),
  getSignInWays: () => client.session.ways(),
  beginProviderSignIn: () => client.session.beginAtProvider({ from: '/tasks' }),
  finishProviderSignIn: () => client.session.finishAtProvider({ query: '?code=1&state=2' }),
  signOutAtProvider: () => client.session.signOutAtProvider(),
  changePassword: () =>
    client.session.changePassword({ currentPassword: 'before', newPassword: 'long enough' }),
  listSessions: () => client.sessions.list(),
  endSession: () => client.sessions.delete('0123456789abcdef01234567'),
  listApiKeys: () => client.apiKeys.list(),
  createApiKey: () => client.apiKeys.create({ name: 'shop', scopes: ['enqueue'] }),
  rotateApiKey: () => client.apiKeys.rotate('k1'),
  deleteApiKey: () => client.apiKeys.delete('k1'),
  listOperators: () => client.operators.list(),
  createOperator: () => client.operators.create({ username: 'ann', role: 'viewer' }),
  getOperator: () => client.operators.get('2'),
  updateOperator: () => client.operators.update('2', { enabled: false }),
  deleteOperator: () => client.operators.delete('2'),
  listAudit: () => client.audit.list({ actor: 'operator:ann' }),
  listWorkers: () => client.workers.list(),
  getStatistics: () => client.statistics.get({ queue: 'orders', step: '1m' }),
  live: () => client.health.live(),
  ready: () => client.health.ready(),
};

const forMachines = ['metrics', 'openapi', 'streamEvents'];

describe('the client and the route catalogue', () => {
  it('has a method for every call that programs make', () => {
    expect([...Object.keys(everyCall), ...forMachines].sort()).toEqual(Object.keys(routes).sort());
  });

  it.each(Object.entries<Route>(routes).filter(([name]) => name in everyCall))(
    'sends %s as its route says, with input that the route accepts',
    async (name, route) => {
      await everyCall[name]?.();

      const { method, url, body } = server.lastRequest();
      const { pathname, searchParams } = new URL(url, server.url);
      expect(method).toBe(route.method);
      expect(pathname).toMatch(new RegExp(`^${route.path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`));
      expect(route.query?.safeParse(Object.fromEntries(searchParams)).error).toBeUndefined();
      expect(route.body?.safeParse(body).error).toBeUndefined();
      expect(body === undefined).toBe(route.body === undefined);
    },
  );
});

describe('addresses', () => {
  it.each([
    ['*', '/v1/threads/*'],
    ['a/b', '/v1/threads/a%2Fb'],
    ['%', '/v1/threads/%25'],
    ['a?b#c', '/v1/threads/a%3Fb%23c'],
    ['Köln 🚚', '/v1/threads/K%C3%B6ln%20%F0%9F%9A%9A'],
    ['...', '/v1/threads/...'],
  ])('carries the thread id %p in the path', async (threadId, path) => {
    await client.threads.get(threadId);

    expect(server.lastRequest().url).toBe(path);
  });

  it.each(['.', '..'])('asks the list for the thread id %p, which no path can carry', async (threadId) => {
    const summary = { threadId, queue: null, size: 1, inProgress: null, head: null };
    server.answerWith(json(200, { items: [summary], nextCursor: null }));

    expect(await client.threads.get(threadId)).toEqual(summary);
    expect(server.lastRequest().url).toBe(`/v1/threads?threadId=${threadId}`);
  });

  it.each(['.', '..'])('says thread_not_found when the list has no thread %p', async (threadId) => {
    await expect(client.threads.get(threadId)).rejects.toMatchObject({
      code: 'thread_not_found',
      status: 404,
    });
  });

  it('refuses an empty path parameter before any request', async () => {
    await expect(client.tasks.get('')).rejects.toThrow('"id" is missing');
    expect(server.requests).toEqual([]);
  });

  it('leaves out what a query does not name and encodes the rest', async () => {
    await client.deadTasks.list({ queue: undefined, threadId: 'a&b=c', limit: 100 });

    expect(server.lastRequest().url).toBe('/v1/dead-tasks?threadId=a%26b%3Dc&limit=100');
  });
});

describe('headers', () => {
  it('sends the API key as a bearer token', async () => {
    await client.queues.list();

    expect(server.lastRequest().headers.authorization).toBe('Bearer spool_1_secret');
  });

  it('sends no authorization without a key, so that a session can speak', async () => {
    await new SpoolClient({ url: server.url }).queues.list();

    expect(server.lastRequest().headers.authorization).toBeUndefined();
  });

  it.each([
    ['if-none-match', '*', { onlyCreate: true }],
    ['if-match', '"4"', { onlyVersion: 4 }],
  ] as const)('puts a queue under the condition %s: %s', async (header, value, condition) => {
    await client.queues.put('orders', {}, { condition });

    expect(server.lastRequest().headers[header]).toBe(value);
  });
});
