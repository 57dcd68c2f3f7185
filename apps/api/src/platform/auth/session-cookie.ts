/** The session's cookie: the prefix binds it to this host, over HTTPS or loopback alone. */
export const sessionCookieName = '__Host-spool-session';

const signInCookieName = '__Host-spool-sign-in';
const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

const readToken = (name: string, header: string | undefined): string | null => {
  const tokens = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [token] = tokens;
  return tokens.length === 1 && token !== undefined && tokenForm.test(token) ? token : null;
};

/** The session token of a Cookie header; null when there is none, or more than one. */
export const readSessionToken = (header: string | undefined): string | null =>
  readToken(sessionCookieName, header);

/** The Set-Cookie header that begins a session; the browser forgets it when it closes. */
export const sessionCookie = (token: string): string => `${sessionCookieName}=${token}; ${attributes}`;

/** The Set-Cookie header that ends a session. */
export const endedSessionCookie = (): string => `${sessionCookieName}=; Max-Age=0; ${attributes}`;

/** The token of a sign-in at the identity provider, of a Cookie header; null when there is none, or more than one. */
export const readSignInToken = (header: string | undefined): string | null =>
  readToken(signInCookieName, header);

/** The Set-Cookie header that binds a sign-in at the identity provider to this browser. */
export const signInCookie = (token: string, maxAgeSeconds: number): string =>
  `${signInCookieName}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`;

/** The Set-Cookie header after a sign-in at the identity provider. */
export const endedSignInCookie = (): string => `${signInCookieName}=; Max-Age=0; ${attributes}`;
