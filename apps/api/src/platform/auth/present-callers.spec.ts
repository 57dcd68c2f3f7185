import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { statementsOf, type RecordedStatement } from '../../../test/support/recorded-statements.js';
import { ApiKeyAccess } from './api-key-access.js';
import { generateApiKey, writeApiKey } from './api-key-format.js';
import { PresentCallers } from './present-callers.js';
import { sessionCookieName } from './session-cookie.js';

const withHeaders = (headers: FastifyRequest['headers']): FastifyRequest => ({ headers }) as FastifyRequest;
const withKey = () => withHeaders({ authorization: `Bearer ${writeApiKey(generateApiKey())}` });
const withSession = (mark: number) =>
  withHeaders({ cookie: `${sessionCookieName}=${String(mark).padStart(43, '0')}` });

const lookFor = async (
  requests: readonly FastifyRequest[],
): Promise<{ callers: unknown[]; statements: RecordedStatement[] }> => {
  let callers: unknown[] = [];
  const statements = await statementsOf(async (sql) => {
    const access = new ApiKeyAccess({ find: () => Promise.resolve(null), noteUse: () => undefined });
    const present = new PresentCallers({ read: (work) => work(sql) }, access);
    callers = await present.of(requests);
  });
  return { callers, statements };
};

describe('Present callers', () => {
  it('are looked up by two statements, however many they are', async () => {
    const requests = Array.from({ length: 500 }, (_, index) => [withKey(), withSession(index)]).flat();
    const { callers, statements } = await lookFor(requests);
    expect(callers).toHaveLength(1_000);
    expect(statements).toHaveLength(2);
  });

  it('are looked up by one statement where all have the same key', async () => {
    const request = withKey();
    const { statements } = await lookFor(Array.from({ length: 50 }, () => request));
    expect(statements.map(({ parameters }) => parameters)).toEqual([[[expect.any(String)]]]);
  });

  it('are nobody where nothing shows who they are', async () => {
    const requests = [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer nonsense' }];
    const { callers, statements } = await lookFor(requests.map(withHeaders));
    expect([callers, statements]).toEqual([[null, null, null], []]);
  });
});
