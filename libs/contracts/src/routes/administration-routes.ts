import { z } from 'zod';
import * as administration from '../administration.js';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import { listed, none } from './parts.js';

const byApiKey = z.object({ id: z.string().regex(/^[a-z0-9]{1,32}$/) });

/** Keys of services, and the workers that use them. */
export const administrationRoutes = {
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
    action: 'api-key.create',
    summary: 'Make an API key; it is shown once',
    query: none,
    body: administration.newApiKey,
    answers: { 201: administration.createdApiKey },
  }),
  rotateApiKey: route({
    method: 'POST',
    path: '/v1/api-keys/:id/rotate',
    permission: ['admin'],
    action: 'api-key.rotate',
    summary: 'Give an API key a new secret; it is shown once',
    params: byApiKey,
    query: none,
    body: administration.keyRotation,
    answers: { 200: administration.createdApiKey },
  }),
  deleteApiKey: route({
    method: 'DELETE',
    path: '/v1/api-keys/:id',
    permission: ['admin'],
    action: 'api-key.delete',
    summary: 'Revoke an API key',
    params: byApiKey,
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
