import { routes } from '@spool/contracts';
import type { BodyOf, QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** The console's sign-in: the session is a cookie that the browser keeps. */
export class CurrentSession {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Signs in; `unauthenticated` for wrong credentials, `rate_limited` after too many. */
  signIn(credentials: BodyOf<typeof routes.signIn>, options?: CallOptions) {
    return this.#transport.call(routes.signIn, { body: credentials }, options);
  }

  /** Which ways there are to sign in. */
  ways(options?: CallOptions) {
    return this.#transport.call(routes.getSignInWays, {}, options);
  }

  /** Begins to sign in at the identity provider: the browser goes to the `address` of the answer. */
  beginAtProvider(body: BodyOf<typeof routes.beginProviderSignIn> = {}, options?: CallOptions) {
    return this.#transport.call(routes.beginProviderSignIn, { body }, options);
  }

  /** Signs in with the query of the address to which the identity provider sent the browser back. */
  finishAtProvider(body: BodyOf<typeof routes.finishProviderSignIn>, options?: CallOptions) {
    return this.#transport.call(routes.finishProviderSignIn, { body }, options);
  }

  /** Who is signed in. */
  get(options?: CallOptions) {
    return this.#transport.call(routes.getSession, {}, options);
  }

  /** Ends the session on every replica. */
  signOut(options?: CallOptions) {
    return this.#transport.call(routes.signOut, {}, options);
  }

  /**
   * Ends the session on every replica; the browser goes to the `address` of the answer, if there is one, to sign out at the
   * identity provider too.
   */
  signOutAtProvider(options?: CallOptions) {
    return this.#transport.call(routes.signOutAtProvider, {}, options);
  }

  /** Changes one's own password and ends one's other sessions; `validation_failed` for a wrong current password. */
  changePassword(change: BodyOf<typeof routes.changePassword>, options?: CallOptions) {
    return this.#transport.call(routes.changePassword, { body: change }, options);
  }
}

/** One's own sessions, this one among them. */
export class Sessions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists one's own sessions, newest first. */
  list(query: QueryOf<typeof routes.listSessions> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listSessions, { query }, options);
  }

  /** Ends one of them on every replica. */
  delete(id: string, options?: CallOptions) {
    return this.#transport.call(routes.endSession, { params: { id } }, options);
  }
}
