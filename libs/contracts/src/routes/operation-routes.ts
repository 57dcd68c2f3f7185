import * as operations from '../operation.js';
import * as previews from '../operation-preview.js';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import { byOperation, none } from './parts.js';

/** Durable bulk work on the DLQ. */
export const operationRoutes = {
  createOperation: route({
    method: 'POST',
    path: '/v1/operations',
    permission: ['operate'],
    action: 'operation.create',
    summary: 'Restart or delete all dead tasks that a filter names, or say what that would do',
    query: operations.previewPaging,
    body: operations.operationRequest,
    answers: { 200: previews.operationPreview, 202: operations.operation },
  }),
  listOperations: route({
    method: 'GET',
    path: '/v1/operations',
    permission: ['read'],
    summary: 'List operations, newest first',
    query: operations.operationQuery,
    answers: { 200: pageOf(operations.operation) },
  }),
  getOperation: route({
    method: 'GET',
    path: '/v1/operations/:id',
    permission: ['read'],
    summary: 'An operation, its progress and what went wrong',
    params: byOperation,
    query: none,
    answers: { 200: operations.operationDetail },
  }),
  listOperationTasks: route({
    method: 'GET',
    path: '/v1/operations/:id/tasks',
    permission: ['read'],
    summary: 'What became of each task of an operation',
    params: byOperation,
    query: operations.operationTaskQuery,
    answers: { 200: pageOf(operations.operationTask) },
  }),
  pauseOperation: route({
    method: 'POST',
    path: '/v1/operations/:id/pause',
    permission: ['operate'],
    action: 'operation.pause',
    summary: 'Hold an operation',
    params: byOperation,
    query: none,
    body: none.default({}),
    answers: { 200: operations.operation },
  }),
  resumeOperation: route({
    method: 'POST',
    path: '/v1/operations/:id/resume',
    permission: ['operate'],
    action: 'operation.resume',
    summary: 'Let an operation go on, past its canary too',
    params: byOperation,
    query: none,
    body: none.default({}),
    answers: { 200: operations.operation },
  }),
  cancelOperation: route({
    method: 'POST',
    path: '/v1/operations/:id/cancel',
    permission: ['operate'],
    action: 'operation.cancel',
    summary: 'End an operation; what is done stays done',
    params: byOperation,
    query: none,
    body: none.default({}),
    answers: { 200: operations.operation },
  }),
  undoOperation: route({
    method: 'POST',
    path: '/v1/operations/:id/undo',
    permission: ['operate'],
    action: 'operation.undo',
    summary: 'End a restart, and return what has not started to the DLQ',
    params: byOperation,
    query: none,
    body: none.default({}),
    answers: { 200: operations.operation },
  }),
};
