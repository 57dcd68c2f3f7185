/** The session's cookie: the prefix binds it to this host, over HTTPS or loopback alone. */
export const sessionCookieName = '__Host-spool-session';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The session token of a Cookie header; null when there is none, or more than one. */
export const readSessionToken = (header: string | undefined): string | null => {
  const tokens = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${sessionCookieName}=`))
    .map((pair) => pair.slice(sessionCookieName.length + 1));
  const [token] = tokens;
  return tokens.length === 1 && token !== undefined && tokenForm.test(token) ? token : null;
};

/** The Set-Cookie header that begins a session; the browser forgets it when it closes. */
export const sessionCookie = (token: string): string => `${sessionCookieName}=${token}; ${attributes}`;

/** The Set-Cookie header that ends a session. */
export const endedSessionCookie = (): string => `${sessionCookieName}=; Max-Age=0; ${attributes}`;
