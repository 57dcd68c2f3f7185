import { z } from 'zod';
import * as audit from '../audit.js';
import { pageOf } from '../list.js';
import * as operators from '../operator.js';
import { route } from '../route.js';
import { listed, none } from './parts.js';

const byOperator = z.object({ id: operators.operatorId });

/** Who may sign in, and who did what. */
export const operatorRoutes = {
  listOperators: route({
    method: 'GET',
    path: '/v1/operators',
    permission: ['admin'],
    summary: 'List operators by name',
    query: listed,
    answers: { 200: pageOf(operators.operator) },
  }),
  createOperator: route({
    method: 'POST',
    path: '/v1/operators',
    permission: ['admin'],
    action: 'operator.create',
    summary: 'Make an operator; a random password is shown once',
    query: none,
    body: operators.newOperator,
    answers: { 201: operators.createdOperator },
  }),
  getOperator: route({
    method: 'GET',
    path: '/v1/operators/:id',
    permission: ['admin'],
    summary: 'An operator',
    params: byOperator,
    query: none,
    answers: { 200: operators.operator },
  }),
  updateOperator: route({
    method: 'PATCH',
    path: '/v1/operators/:id',
    permission: ['admin'],
    action: 'operator.update',
    summary: 'Change an operator’s role, queues or password, or bar it',
    params: byOperator,
    query: none,
    body: operators.operatorPatch,
    answers: { 200: operators.operator },
  }),
  deleteOperator: route({
    method: 'DELETE',
    path: '/v1/operators/:id',
    permission: ['admin'],
    action: 'operator.delete',
    summary: 'Remove an operator; its sessions end',
    params: byOperator,
    query: none,
    answers: { 204: null },
  }),
  listAudit: route({
    method: 'GET',
    path: '/v1/audit',
    permission: ['admin'],
    summary: 'Who did what, newest first',
    query: audit.auditQuery,
    answers: { 200: pageOf(audit.auditEntry) },
  }),
};
