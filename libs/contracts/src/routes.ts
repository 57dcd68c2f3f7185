import { z } from 'zod';
import * as administration from './administration.js';
import * as dead from './dead-task.js';
import { pageOf, paging } from './list.js';
import * as queues from './queue.js';
import { route } from './route.js';
import { queueName, taskId, threadId } from './scalars.js';
import * as tasks from './task.js';
import * as threads from './thread.js';
import * as work from './work.js';

const byQueue = z.object({ queue: queueName });
const byTask = z.object({ id: taskId });
const byThread = z.object({ threadId });
const none = z.strictObject({});
const listed = z.strictObject(paging);

/** Queues: configuration, counts, pause. */
export const queueRoutes = {
  putQueue: route({
    method: 'PUT',
    path: '/v1/queues/:queue',
    permission: ['admin'],
    summary: 'Create a queue, or replace its configuration',
    params: byQueue,
    query: none,
    body: queues.queueConfiguration.prefault({}),
    answers: { 200: queues.queue, 201: queues.queue },
  }),
  patchQueue: route({
    method: 'PATCH',
    path: '/v1/queues/:queue',
    permission: ['admin'],
    summary: 'Change a part of a queue’s configuration',
    params: byQueue,
    query: none,
    body: queues.queuePatch,
    answers: { 200: queues.queue },
  }),
  listQueues: route({
    method: 'GET',
    path: '/v1/queues',
    permission: ['read'],
    summary: 'List queues with their counts',
    query: listed,
    answers: { 200: pageOf(queues.queue) },
  }),
  getQueue: route({
    method: 'GET',
    path: '/v1/queues/:queue',
    permission: ['read'],
    summary: 'A queue with its counts',
    params: byQueue,
    query: none,
    answers: { 200: queues.queue },
  }),
  pauseQueue: route({
    method: 'POST',
    path: '/v1/queues/:queue/pause',
    permission: ['operate'],
    summary: 'Stop handing out tasks (R14)',
    params: byQueue,
    query: none,
    body: queues.pauseRequest,
    answers: { 200: queues.queue },
  }),
  resumeQueue: route({
    method: 'POST',
    path: '/v1/queues/:queue/resume',
    permission: ['operate'],
    summary: 'Hand out tasks again',
    params: byQueue,
    query: none,
    body: none.default({}),
    answers: { 200: queues.queue },
  }),
  deleteQueue: route({
    method: 'DELETE',
    path: '/v1/queues/:queue',
    permission: ['admin'],
    summary: 'Delete an empty queue',
    params: byQueue,
    query: none,
    answers: { 204: null },
  }),
};

/** Tasks, as producers and operators see them. */
export const taskRoutes = {
  enqueueTask: route({
    method: 'POST',
    path: '/v1/queues/:queue/tasks',
    permission: ['enqueue'],
    summary: 'Enqueue a task',
    params: byQueue,
    query: none,
    body: tasks.newTask,
    answers: { 201: tasks.enqueuedTask, 200: tasks.enqueuedTask },
  }),
  enqueueBatch: route({
    method: 'POST',
    path: '/v1/queues/:queue/tasks/batch',
    permission: ['enqueue'],
    summary: 'Enqueue tasks, all or nothing',
    params: byQueue,
    query: none,
    body: tasks.newTaskBatch,
    answers: { 201: z.object({ tasks: z.array(tasks.enqueuedTask) }) },
  }),
  listTasks: route({
    method: 'GET',
    path: '/v1/tasks',
    permission: ['read'],
    summary: 'List tasks, newest first',
    query: tasks.taskQuery,
    answers: { 200: pageOf(tasks.taskSummary) },
  }),
  getTask: route({
    method: 'GET',
    path: '/v1/tasks/:id',
    permission: ['read'],
    summary: 'A task wherever it is, with its history',
    params: byTask,
    query: none,
    answers: { 200: tasks.taskDetail },
  }),
  explainTask: route({
    method: 'GET',
    path: '/v1/tasks/:id/explain',
    permission: ['read'],
    summary: 'Why a task is not running',
    params: byTask,
    query: none,
    answers: { 200: tasks.explanation },
  }),
  rescheduleTask: route({
    method: 'PATCH',
    path: '/v1/tasks/:id',
    permission: ['operate', 'enqueue'],
    summary: 'Give an ENQUEUED task another time (R3)',
    params: byTask,
    query: none,
    body: tasks.reschedule,
    answers: { 200: tasks.task },
  }),
  deleteTask: route({
    method: 'DELETE',
    path: '/v1/tasks/:id',
    permission: ['operate', 'enqueue'],
    summary: 'Delete a task in any state (R8)',
    params: byTask,
    query: none,
    answers: { 204: null },
  }),
  deleteTasks: route({
    method: 'POST',
    path: '/v1/tasks/delete',
    permission: ['operate', 'enqueue'],
    summary: 'Delete tasks in any state (R8)',
    query: none,
    body: work.taskIds,
    answers: { 200: work.resultsOf(work.deleteResult) },
  }),
};

/** Tasks, as workers see them. */
export const leaseRoutes = {
  dequeue: route({
    method: 'POST',
    path: '/v1/queues/:queue/dequeue',
    permission: ['work'],
    summary: 'Take tasks, waiting for them if asked (R2)',
    params: byQueue,
    query: none,
    body: work.dequeueRequest,
    answers: { 200: work.dequeueAnswer },
  }),
  keepaliveTasks: route({
    method: 'POST',
    path: '/v1/tasks/keepalive',
    permission: ['work'],
    summary: 'Prolong leases (R12)',
    query: none,
    body: work.keepaliveBatch,
    answers: { 200: work.resultsOf(work.keepaliveResult) },
  }),
  completeTasks: route({
    method: 'POST',
    path: '/v1/tasks/complete',
    permission: ['work'],
    summary: 'Settle tasks as done (R12)',
    query: none,
    body: work.completeBatch,
    answers: { 200: work.resultsOf(work.completeResult) },
  }),
  failTasks: route({
    method: 'POST',
    path: '/v1/tasks/fail',
    permission: ['work'],
    summary: 'Settle attempts as failed (R5, R6)',
    query: none,
    body: work.failBatch,
    answers: { 200: work.resultsOf(work.failResult) },
  }),
  releaseTasks: route({
    method: 'POST',
    path: '/v1/tasks/release',
    permission: ['work'],
    summary: 'Hand tasks back, the attempt not counted (R11)',
    query: none,
    body: work.releaseBatch,
    answers: { 200: work.resultsOf(work.releaseResult) },
  }),
  keepaliveTask: route({
    method: 'POST',
    path: '/v1/tasks/:id/keepalive',
    permission: ['work'],
    summary: 'Prolong one lease',
    params: byTask,
    query: none,
    body: work.keepaliveOne,
    answers: { 200: work.keepaliveResult },
  }),
  completeTask: route({
    method: 'POST',
    path: '/v1/tasks/:id/complete',
    permission: ['work'],
    summary: 'Settle one task as done',
    params: byTask,
    query: none,
    body: work.completeOne,
    answers: { 200: work.completeResult },
  }),
  failTask: route({
    method: 'POST',
    path: '/v1/tasks/:id/fail',
    permission: ['work'],
    summary: 'Settle one attempt as failed',
    params: byTask,
    query: none,
    body: work.failOne,
    answers: { 200: work.failResult },
  }),
  releaseTask: route({
    method: 'POST',
    path: '/v1/tasks/:id/release',
    permission: ['work'],
    summary: 'Hand one task back',
    params: byTask,
    query: none,
    body: work.releaseOne,
    answers: { 200: work.releaseResult },
  }),
};

/** Threads and their lines. */
export const threadRoutes = {
  listThreads: route({
    method: 'GET',
    path: '/v1/threads',
    permission: ['read'],
    summary: 'List threads',
    query: threads.threadQuery,
    answers: { 200: pageOf(threads.threadSummary) },
  }),
  getThread: route({
    method: 'GET',
    path: '/v1/threads/:threadId',
    permission: ['read'],
    summary: 'A thread: who runs, who is next and when',
    params: byThread,
    query: threads.threadScopeQuery,
    answers: { 200: threads.thread },
  }),
  listMembers: route({
    method: 'GET',
    path: '/v1/threads/:threadId/members',
    permission: ['read'],
    summary: 'A thread’s line, in running order',
    params: byThread,
    query: threads.memberQuery,
    answers: { 200: pageOf(threads.threadMember) },
  }),
  listMembersByQuery: route({
    method: 'GET',
    path: '/v1/thread-members',
    permission: ['read'],
    summary: 'The same, for ids that no path can carry',
    query: threads.memberByThreadQuery,
    answers: { 200: pageOf(threads.threadMember) },
  }),
};

/** The DLQ. */
export const deadTaskRoutes = {
  listDeadTasks: route({
    method: 'GET',
    path: '/v1/dead-tasks',
    permission: ['read'],
    summary: 'List dead tasks, newest death first',
    query: dead.deadTaskQuery,
    answers: { 200: pageOf(dead.deadTask) },
  }),
  listDeadTaskGroups: route({
    method: 'GET',
    path: '/v1/dead-tasks/groups',
    permission: ['read'],
    summary: 'Dead tasks by what went wrong',
    query: dead.deadTaskGroupQuery,
    answers: { 200: pageOf(dead.deadTaskGroup) },
  }),
  restartDeadTasks: route({
    method: 'POST',
    path: '/v1/dead-tasks/restart',
    permission: ['operate'],
    summary: 'Restart dead tasks as new arrivals (R9)',
    query: none,
    body: dead.restartRequest,
    answers: { 200: work.resultsOf(dead.restartResult) },
  }),
  deleteDeadTasks: route({
    method: 'POST',
    path: '/v1/dead-tasks/delete',
    permission: ['operate'],
    summary: 'Delete dead tasks',
    query: none,
    body: work.taskIds,
    answers: { 200: work.resultsOf(work.deleteResult) },
  }),
};

/** Signing in, keys, workers. */
export const administrationRoutes = {
  signIn: route({
    method: 'POST',
    path: '/v1/session',
    permission: 'public',
    summary: 'Sign in to the console',
    query: none,
    body: administration.credentials,
    answers: { 200: administration.session },
  }),
  getSession: route({
    method: 'GET',
    path: '/v1/session',
    permission: 'signed-in',
    summary: 'Who is signed in',
    query: none,
    answers: { 200: administration.session },
  }),
  signOut: route({
    method: 'DELETE',
    path: '/v1/session',
    permission: 'signed-in',
    summary: 'Sign out',
    query: none,
    answers: { 204: null },
  }),
  listApiKeys: route({
    method: 'GET',
    path: '/v1/api-keys',
    permission: ['admin'],
    summary: 'List API keys',
    query: listed,
    answers: { 200: pageOf(administration.apiKey) },
  }),
  createApiKey: route({
    method: 'POST',
    path: '/v1/api-keys',
    permission: ['admin'],
    summary: 'Make an API key; it is shown once',
    query: none,
    body: administration.newApiKey,
    answers: { 201: administration.createdApiKey },
  }),
  deleteApiKey: route({
    method: 'DELETE',
    path: '/v1/api-keys/:id',
    permission: ['admin'],
    summary: 'Revoke an API key',
    params: z.object({ id: z.string().regex(/^[a-z0-9]{1,32}$/) }),
    query: none,
    answers: { 204: null },
  }),
  listWorkers: route({
    method: 'GET',
    path: '/v1/workers',
    permission: ['read'],
    summary: 'Workers seen in the last minutes',
    query: listed,
    answers: { 200: pageOf(administration.worker) },
  }),
};

/** Health, metrics and this document. */
export const serviceRoutes = {
  live: route({
    method: 'GET',
    path: '/health/live',
    permission: 'public',
    summary: 'The process runs',
    answers: { 200: administration.health },
  }),
  ready: route({
    method: 'GET',
    path: '/health/ready',
    permission: 'public',
    summary: 'Database reachable, migrations current',
    answers: { 200: administration.health },
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    permission: ['read'],
    summary: 'Prometheus metrics',
    answers: { 200: z.string() },
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    permission: 'signed-in',
    summary: 'This document',
    answers: { 200: z.unknown() },
  }),
};

/** Every call of the API: the server serves it, the OpenAPI document describes it, the client calls it. */
export const routes = {
  ...queueRoutes,
  ...taskRoutes,
  ...leaseRoutes,
  ...threadRoutes,
  ...deadTaskRoutes,
  ...administrationRoutes,
  ...serviceRoutes,
};
