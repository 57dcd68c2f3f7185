import { z } from 'zod';
import * as administration from '../administration.js';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import { listed, none } from './parts.js';

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
