import type { CreatedOperator, NewOperator } from '@spool/contracts';
import { callerOf, type Call, type MoreHeaders } from '@spool/test-bed/caller.js';
import { freshName } from './fresh-names.js';
import { adminPassword, type TestSpool } from './spool.js';

/** An operator who signed in. */
export interface SignedIn {
  readonly call: Call;
  /** The session's cookie, as a browser sends it. */
  readonly cookie: string;
}

/** Calls with a session’s cookie, as the console’s own pages do. */
export const callerWithCookie = (url: string, cookie: string): Call => {
  const call = callerOf(url, null);
  return (method, path, body, headers: MoreHeaders = {}) =>
    call(method, path, body, { cookie, origin: url, ...headers });
};

/** Signs an operator in, on a replica of one’s choice. */
export const signIn = async (url: string, username: string, password: string): Promise<SignedIn> => {
  const { status, headers } = await callerOf(url, null)('POST', '/v1/session', { username, password });
  if (status !== 200) throw new Error(`${username} could not sign in: ${status}`);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie, call: callerWithCookie(url, cookie) };
};

/** Signs the first operator in. */
export const signInAdmin = (spool: TestSpool): Promise<SignedIn> => signIn(spool.url, 'admin', adminPassword);

/** The password of operators that {@link makeOperator} makes. */
export const operatorPassword = 'a password of an operator';

/** Makes an operator, a viewer of every queue unless told otherwise. */
export const makeOperator = async (
  spool: TestSpool,
  given: Partial<NewOperator> = {},
): Promise<CreatedOperator> => {
  const { status, body } = await spool.call<CreatedOperator>('POST', '/v1/operators', {
    username: freshName('operator'),
    role: 'viewer',
    password: operatorPassword,
    ...given,
  });
  if (status !== 201) throw new Error(`The operator was not made: ${status}`);
  return body;
};

/** Makes an operator and signs it in. */
export const signInNew = async (
  spool: TestSpool,
  given: Partial<NewOperator> = {},
): Promise<SignedIn & { readonly operator: CreatedOperator }> => {
  const operator = await makeOperator(spool, given);
  return { operator, ...(await signIn(spool.url, operator.username, operatorPassword)) };
};
