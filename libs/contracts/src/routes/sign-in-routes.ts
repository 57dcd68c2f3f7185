import { route } from '../route.js';
import * as signIn from '../sign-in.js';
import { none } from './parts.js';

/** Signing in at an identity provider, by OpenID Connect. */
export const signInRoutes = {
  getSignInWays: route({
    method: 'GET',
    path: '/v1/session/ways',
    permission: 'public',
    summary: 'Which ways there are to sign in',
    query: none,
    answers: { 200: signIn.signInWays },
  }),
  beginProviderSignIn: route({
    method: 'POST',
    path: '/v1/session/provider',
    permission: 'public',
    action: 'session.begin',
    summary: 'Begin to sign in at the identity provider',
    query: none,
    body: signIn.newProviderSignIn,
    answers: { 200: signIn.begunProviderSignIn },
  }),
  finishProviderSignIn: route({
    method: 'POST',
    path: '/v1/session/provider/answer',
    permission: 'public',
    action: 'session.begin',
    summary: 'Sign in with what the identity provider answered',
    query: none,
    body: signIn.providerAnswer,
    answers: { 200: signIn.doneProviderSignIn },
  }),
  signOutAtProvider: route({
    method: 'POST',
    path: '/v1/session/provider/end',
    permission: 'signed-in',
    action: 'session.end',
    summary: 'Sign out, here and at the identity provider',
    query: none,
    answers: { 200: signIn.endedProviderSession },
  }),
};
