import * as threads from '../thread.js';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import { byThread } from './parts.js';

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
  listThreadHistory: route({
    method: 'GET',
    path: '/v1/threads/:threadId/history',
    permission: ['read'],
    summary: 'Who ran when in a thread, newest first',
    params: byThread,
    query: threads.memberQuery,
    answers: { 200: threads.threadHistory },
  }),
  listThreadHistoryByQuery: route({
    method: 'GET',
    path: '/v1/thread-history',
    permission: ['read'],
    summary: 'The same history, for ids that no path can carry',
    query: threads.memberByThreadQuery,
    answers: { 200: threads.threadHistory },
  }),
};
