import type { routes } from '@spool/contracts';

/** A request that is right but for what a test then breaks. */
export interface SampleRequest {
  readonly params?: Readonly<Record<string, string>>;
  /** Every parameter that the route knows, each with a value that is right. */
  readonly query?: Readonly<Record<string, string>>;
  /** Those of them without which the route cannot do. */
  readonly required?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const hourMs = 3_600_000;
const anHourAgo = new Date(Date.now() - hourMs).toISOString();
const aDayAgo = new Date(Date.now() - 24 * hourMs).toISOString();
const byQueue = { queue: 'orders' };
const byTask = { id: '1' };
const byOperation = { id: '999999' };
const lease = { id: '1', leaseToken: '1' };
const paged = { limit: '1' };
const span = { from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
const error = { message: 'broken', type: 'Broken', stack: 'at work' };
const backoff = { type: 'fixed', initialMs: 0, factor: 2, maxMs: 1_000, jitter: 0 };
const newTask = {
  payload: { order: 1 },
  type: 'send-webhook',
  threadId: 'customer-42',
  scheduledAt: '2026-11-30T00:00:00Z',
  maxAttempts: 3,
  backoff,
  dedupKey: 'once',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const configuration = {
  maxAttempts: 3,
  backoff,
  keepaliveTimeoutMs: 30_000,
  maxRunMs: 0,
  deadLetter: { mode: 'retain' },
  retention: { completedMs: 1_000_000, deadMs: 1_000_000 },
  dedupWindowMs: 1_000,
  ordering: 'scheduled',
  threadScope: 'installation',
  description: 'Orders',
};

/** One for each call of the API: a new one cannot be forgotten, for the types would not fit. */
export const sampleRequests: Readonly<Record<keyof typeof routes, SampleRequest>> = {
  putQueue: { params: { queue: 'scratch' }, body: configuration },
  patchQueue: { params: { queue: 'scratch' }, body: configuration },
  listQueues: { query: paged },
  getQueue: { params: byQueue },
  pauseQueue: { params: { queue: 'scratch' }, body: { reason: 'repairs' } },
  resumeQueue: { params: { queue: 'scratch' }, body: {} },
  deleteQueue: { params: { queue: 'nowhere' } },
  enqueueTask: { params: byQueue, body: newTask },
  enqueueBatch: { params: byQueue, body: { tasks: [newTask, { payload: null, delayMs: 5 }] } },
  listTasks: {
    query: {
      queue: 'orders',
      state: 'ENQUEUED',
      phase: 'ready',
      threadId: 'customer-42',
      type: 'send-webhook',
      workerId: 'worker-1',
      ...span,
      ...paged,
    },
  },
  getTask: { params: byTask },
  explainTask: { params: byTask },
  rescheduleTask: { params: byTask, body: { scheduledAt: '2026-11-30T00:00:00Z' } },
  deleteTask: { params: { id: '999999' } },
  deleteTasks: { body: { ids: ['999999'] } },
  dequeue: { params: byQueue, body: { max: 1, waitMs: 0, workerId: 'worker-1', keepaliveTimeoutMs: 1_000 } },
  exchange: {
    params: byQueue,
    body: {
      complete: [{ ...lease, result: { ok: true } }],
      fail: [{ id: '2', leaseToken: '2', error }],
      dequeue: { max: 1, waitMs: 0, workerId: 'worker-1' },
    },
  },
  keepaliveTasks: { body: { items: [{ ...lease, extendMs: 1_000, progress: { done: 1 } }] } },
  completeTasks: { body: { items: [{ ...lease, result: { ok: true } }] } },
  failTasks: { body: { items: [{ ...lease, error, retryAfterMs: 0, retryable: true }] } },
  releaseTasks: { body: { items: [{ ...lease, delayMs: 0 }] } },
  keepaliveTask: { params: byTask, body: { leaseToken: '1', extendMs: 1_000, progress: { done: 1 } } },
  completeTask: { params: byTask, body: { leaseToken: '1', result: { ok: true } } },
  failTask: { params: byTask, body: { leaseToken: '1', error, retryAfterMs: 0, retryable: true } },
  releaseTask: { params: byTask, body: { leaseToken: '1', delayMs: 0 } },
  listThreads: {
    query: { queue: 'orders', prefix: 'customer', threadId: 'customer-42', sort: 'size', ...paged },
  },
  getThread: { params: { threadId: 'customer-42' }, query: { queue: 'orders' } },
  listMembers: { params: { threadId: 'customer-42' }, query: { queue: 'orders', ...paged } },
  listMembersByQuery: {
    required: { threadId: 'customer-42' },
    query: { threadId: 'customer-42', queue: 'orders', ...paged },
  },
  listThreadHistory: { params: { threadId: 'customer-42' }, query: { queue: 'orders', ...paged } },
  listThreadHistoryByQuery: {
    required: { threadId: 'customer-42' },
    query: { threadId: 'customer-42', queue: 'orders', ...paged },
  },
  listDeadTasks: {
    query: {
      queue: 'orders',
      threadId: 'customer-42',
      type: 'send-webhook',
      errorType: 'Broken',
      group: '0123456789abcdef',
      ...span,
      ...paged,
    },
  },
  listDeadTaskGroups: { query: { queue: 'orders', ...paged } },
  updateDeadTaskGroup: {
    params: { group: '0123456789abcdef' },
    body: { status: 'resolved', note: 'Fixed in 2.1' },
  },
  restartDeadTasks: { body: { ids: ['999999'], scheduledAt: '2026-11-30T00:00:00Z', payload: { order: 2 } } },
  deleteDeadTasks: { body: { ids: ['999999'] } },
  createOperation: {
    query: paged,
    body: {
      action: 'restart',
      filter: {
        queue: 'orders',
        threadId: 'customer-42',
        type: 'send-webhook',
        errorType: 'Broken',
        group: '0123456789abcdef',
        ...span,
      },
      ratePerSecond: 10,
      canary: 5,
      dryRun: true,
      reason: 'repaired',
    },
  },
  listOperations: { query: { queue: 'orders', action: 'restart', state: 'running', ...paged } },
  getOperation: { params: byOperation },
  listOperationTasks: { params: { id: '1' }, query: { outcome: 'failed', ...paged } },
  pauseOperation: { params: byOperation, body: {} },
  resumeOperation: { params: byOperation, body: {} },
  cancelOperation: { params: byOperation, body: {} },
  undoOperation: { params: byOperation, body: {} },
  signIn: { body: { username: 'nobody', password: 'nothing' } },
  getSession: {},
  signOut: {},
  changePassword: { body: { currentPassword: 'not the password', newPassword: 'another password' } },
  listSessions: { query: paged },
  endSession: { params: { id: '0123456789abcdef01234567' } },
  getSignInWays: {},
  beginProviderSignIn: { body: { from: '/tasks?q=state:dead' } },
  finishProviderSignIn: { body: { query: '?code=1&state=2' } },
  signOutAtProvider: {},
  listApiKeys: { query: paged },
  createApiKey: {
    body: { name: 'a service', scopes: ['read'], queues: ['orders*'], expiresAt: '2100-01-01T00:00:00Z' },
  },
  rotateApiKey: { params: { id: 'unknown' }, body: { overlapMs: 1_000 } },
  deleteApiKey: { params: { id: 'unknown' } },
  listOperators: { query: paged },
  createOperator: {
    body: { username: 'ann', role: 'viewer', queues: ['orders*'], password: 'a long password' },
  },
  getOperator: { params: { id: '999999' } },
  updateOperator: {
    params: { id: '999999' },
    body: { role: 'viewer', queues: ['orders*'], enabled: true, password: 'a long password' },
  },
  deleteOperator: { params: { id: '999999' } },
  listAudit: {
    query: { actor: 'operator:admin', action: 'queue.put', target: 'queue:orders', ...span, ...paged },
  },
  listWorkers: { query: paged },
  getStatistics: {
    // Of late: all since January in hours would be more points than there may be.
    query: { queue: 'orders', from: aDayAgo, to: anHourAgo, step: '1h' },
  },
  streamEvents: {},
  live: {},
  ready: {},
  metrics: {},
  openapi: {},
};
