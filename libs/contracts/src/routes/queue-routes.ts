import * as queues from '../queue.js';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import { byQueue, listed, none } from './parts.js';

/** Queues: configuration, counts, pause. */
export const queueRoutes = {
  putQueue: route({
    method: 'PUT',
    path: '/v1/queues/:queue',
    permission: ['admin'],
    action: 'queue.put',
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
    action: 'queue.patch',
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
    action: 'queue.pause',
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
    action: 'queue.resume',
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
    action: 'queue.delete',
    summary: 'Delete an empty queue',
    params: byQueue,
    query: none,
    answers: { 204: null },
  }),
};
