import { problem, routes, type Route } from '@spool/contracts';
import { sessionCookieName } from '../auth/session-cookie.js';
import { answerSchema, requestSchema } from './json-schema.js';
import { parametersOf } from './parameters.js';

const json = 'application/json';
const problemReference = { $ref: '#/components/responses/Problem' };

const credentialsOf = (route: Route): unknown[] =>
  route.permission === 'public' ? [] : [{ apiKey: [] }, { session: [] }];

const permissionText = ({ permission }: Route): string => {
  if (permission === 'public') return 'Needs no credentials.';
  if (permission === 'signed-in') return 'Needs credentials.';
  return `Needs the permission ${permission.map((one) => `\`${one}\``).join(' or ')}.`;
};

/** The part of a path that says what it is about: `queues` of `/v1/queues/:queue/tasks`. */
const tagOf = (route: Route): string =>
  route.path.split('/').find((part) => part !== '' && part !== 'v1') ?? '';

const contentTypes = new Map<string, string>([
  [routes.metrics.path, 'text/plain'],
  [routes.streamEvents.path, 'text/event-stream'],
]);

const answersOf = (route: Route): Record<string, unknown> => {
  const successes = Object.entries(route.answers).map(([status, schema]) => {
    if (schema === null) return [status, { description: 'Done; the answer has no body.' }] as const;
    const contentType = contentTypes.get(route.path) ?? json;
    return [
      status,
      { description: 'Done.', content: { [contentType]: { schema: answerSchema(schema) } } },
    ] as const;
  });
  return { ...Object.fromEntries<unknown>(successes), '4XX': problemReference, '5XX': problemReference };
};

const bodyOf = (route: Route): Record<string, unknown> => {
  if (route.body === undefined) return {};
  const required = !route.body.safeParse(undefined).success;
  return { requestBody: { required, content: { [json]: { schema: requestSchema(route.body) } } } };
};

const operationOf = (name: string, route: Route): Record<string, unknown> => ({
  operationId: name,
  summary: route.summary,
  description: permissionText(route),
  tags: [tagOf(route)],
  security: credentialsOf(route),
  parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
  ...bodyOf(route),
  responses: answersOf(route),
});

const pathsOf = (catalogue: Readonly<Record<string, Route>>): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(catalogue)) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return paths;
};

const components = {
  schemas: { Problem: answerSchema(problem) },
  responses: {
    Problem: {
      description: 'A problem document (RFC 9457); `code` is stable.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `spool_<id>_<secret>`.' },
    session: { type: 'apiKey', in: 'cookie', name: sessionCookieName, description: 'The console’s session.' },
  },
};

/** The OpenAPI 3.1 document of a catalogue of routes, from the schemas that validate requests. */
export const openApiDocument = (catalogue: Readonly<Record<string, Route>>): Record<string, unknown> => ({
  openapi: '3.1.1',
  info: {
    title: 'Spool',
    version: '1',
    description: 'A task queue whose threads keep related work in single file.',
  },
  servers: [{ url: '/' }],
  paths: pathsOf(catalogue),
  components,
});
