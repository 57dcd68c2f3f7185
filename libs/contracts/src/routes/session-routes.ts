import { z } from 'zod';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import * as sessions from '../session.js';
import { listed, none } from './parts.js';

/** Signing in, and what operators do with sessions of their own. */
export const sessionRoutes = {
  signIn: route({
    method: 'POST',
    path: '/v1/session',
    permission: 'public',
    action: 'session.begin',
    summary: 'Sign in to the console',
    query: none,
    body: sessions.credentials,
    answers: { 200: sessions.session },
  }),
  getSession: route({
    method: 'GET',
    path: '/v1/session',
    permission: 'signed-in',
    summary: 'Who is signed in',
    query: none,
    answers: { 200: sessions.session },
  }),
  signOut: route({
    method: 'DELETE',
    path: '/v1/session',
    permission: 'signed-in',
    action: 'session.end',
    summary: 'Sign out',
    query: none,
    answers: { 204: null },
  }),
  changePassword: route({
    method: 'POST',
    path: '/v1/session/password',
    permission: 'signed-in',
    action: 'session.change-password',
    summary: 'Change one’s own password; other sessions end',
    query: none,
    body: sessions.passwordChange,
    answers: { 204: null },
  }),
  listSessions: route({
    method: 'GET',
    path: '/v1/sessions',
    permission: 'signed-in',
    summary: 'List one’s own sessions, newest first',
    query: listed,
    answers: { 200: pageOf(sessions.ownSession) },
  }),
  endSession: route({
    method: 'DELETE',
    path: '/v1/sessions/:id',
    permission: 'signed-in',
    action: 'session.end',
    summary: 'End one of one’s own sessions',
    params: z.object({ id: sessions.sessionId }),
    query: none,
    answers: { 204: null },
  }),
};
