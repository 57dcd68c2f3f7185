import { describe, expect, it } from '@jest/globals';
import { readSessionToken, sessionCookie, sessionCookieName } from './session-cookie.js';

const token = 'a'.repeat(43);

describe('The session’s cookie', () => {
  it('is found among others', () => {
    expect(readSessionToken(`theme=dark; ${sessionCookieName}=${token}; x=y`)).toBe(token);
    expect(readSessionToken(sessionCookie(token).split(';')[0])).toBe(token);
  });

  it.each([
    undefined,
    '',
    `other-${sessionCookieName}=${token}`,
    `${sessionCookieName}=short`,
    `${sessionCookieName}=${token}; ${sessionCookieName}=${'b'.repeat(43)}`,
  ])('is not in %j', (header) => {
    expect(readSessionToken(header)).toBeNull();
  });
});
