import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '@spool/contracts';
import { setUpSpool } from '../support/spool-stage.js';

interface Operation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> };
  readonly responses: Record<string, unknown>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

const spool = setUpSpool();
let document: Document;

beforeAll(async () => {
  document = (await spool.call<Document>('GET', '/openapi.json')).body;
});

const operations = (): [path: string, method: string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      path,
      method,
      operation,
    ]),
  );

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  );
};

const resolve = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
      document,
    );

describe('The OpenAPI document', () => {
  it('is of version 3.1 and describes exactly the catalogue', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(
      operations()
        .map(([, , { operationId }]) => operationId)
        .toSorted(),
    ).toEqual(Object.keys(routes).toSorted());
    for (const [path, method, { operationId }] of operations()) {
      const described = Object.entries(routes).find(([name]) => name === operationId)?.[1];
      expect([method.toUpperCase(), path]).toEqual([
        described?.method,
        described?.path.replaceAll(/:(\w+)/g, '{$1}'),
      ]);
    }
  });

  it('declares each parameter of each path, once and as required', () => {
    for (const [path, , { parameters }] of operations()) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map((parameter) => parameter.name)).toEqual(names);
      expect(inPath.every((parameter) => parameter.required)).toBe(true);
    }
  });

  it('refers only to what it holds', () => {
    for (const reference of referencesIn(document))
      expect([reference, resolve(reference)]).toEqual([reference, expect.anything()]);
  });

  const waysIn = ['signIn', 'getSignInWays', 'beginProviderSignIn', 'finishProviderSignIn'];

  it('says what each operation answers, its problems too, and asks for credentials but where none are needed', () => {
    for (const [path, , operation] of operations()) {
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^20/), '4XX', '5XX']),
      );
      expect(operation.security.length === 0).toBe(
        path.startsWith('/health/') || waysIn.includes(operation.operationId),
      );
    }
  });

  it('refuses unknown members of request bodies as the service does', () => {
    const schema =
      document.paths['/v1/queues/{queue}/tasks']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false, required: ['payload'] });
  });

  it('needs credentials', async () => {
    expect((await spool.callAnonymously('GET', '/openapi.json')).status).toBe(401);
  });
});

describe('The pages of the API’s description', () => {
  it.each(['/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'])(
    'serve %s from here, without credentials',
    async (path) => {
      const { status, headers } = await spool.callAnonymously('GET', path);
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    },
  );

  it('run no inline script', async () => {
    const { body } = await spool.callAnonymously<string>('GET', '/docs');
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
});
