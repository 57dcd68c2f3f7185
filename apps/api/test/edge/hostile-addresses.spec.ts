import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@spool/contracts';
import type { Call } from '@spool/test-bed/caller.js';
import { z } from 'zod';
import { expectCleanAudit } from '../support/auditor.js';
import { Barrage } from '../support/barrage.js';
import { eventually } from '../support/eventually.js';
import { forgedPositions, hostileTexts } from '../support/hostile-values.js';
import { makeOperator, signInAdmin } from '../support/operators.js';
import { sendRaw } from '../support/raw-request.js';
import {
  addressOf,
  catalogue,
  encoded,
  withPages,
  withParams,
  withQuery,
  type CatalogueEntry,
} from '../support/route-catalogue.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { makeTwoOfEverything } from '../support/two-of-everything.js';

const spool = setUpSpool({ atEnd: expectCleanAudit });
/** As an operator: a key has no sessions to list. */
let callSignedIn: Call;
/** Where each list's second page begins. */
const cursors = new Map<string, string>();

beforeAll(async () => {
  await makeTwoOfEverything(new TaskCalls(spool.call));
  await makeOperator(spool);
  await signInAdmin(spool);
  callSignedIn = (await signInAdmin(spool)).call;
  for (const entry of withPages) cursors.set(entry.name, await secondPageOf(entry));
});

const callOf = ({ permission }: Route): Call => (permission === 'signed-in' ? callSignedIn : spool.call);

const secondPageOf = ({ name, route, sample }: CatalogueEntry): Promise<string> => {
  const address = addressOf(route, encoded(sample.params), encoded({ ...sample.required, limit: '1' }));
  return eventually(`a second page of ${name}`, async () => {
    const { body } = await callOf(route)<{ nextCursor: string | null }>('GET', address);
    return body.nextCursor;
  });
};

const forge = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Cursors of the right list and filters, whose position nobody has written. */
const forgeriesOf = (cursor: string): string[] => {
  const written: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [mark, position] = z.tuple([z.string(), z.array(z.unknown())]).parse(written);
  const misshapen = [
    mark,
    [mark],
    [mark, []],
    [mark, [...position, '1']],
    [mark, position.slice(1)],
    { 0: mark },
  ];
  const misplaced = position.flatMap((_, index) =>
    forgedPositions.map((forged) => [mark, position.with(index, forged)]),
  );
  return [...misshapen, ...misplaced].map((value) => forge(value));
};

describe('No address gets a 500', () => {
  it.each(withParams)('$name: weird paths', async ({ route, sample }) => {
    const barrage = new Barrage(spool.call);
    const { method } = route;
    for (const parameter of Object.keys(sample.params ?? {})) {
      for (const text of hostileTexts) {
        const address = addressOf(route, { ...encoded(sample.params), [parameter]: text });
        await barrage.send({ what: `${parameter} ${text}`, method, address, body: sample.body });
      }
    }
    expect((await barrage.report()).faults).toEqual([]);
  });

  it.each(withQuery)('$name: weird queries', async ({ route, sample }) => {
    const barrage = new Barrage(spool.call);
    const { method } = route;
    for (const [name, value] of Object.entries(encoded(sample.query))) {
      const right = `${name}=${value}`;
      const shapes = [`${right}&${right}`, `${name}[]=${value}`, `${name}[a]=${value}`, name, `&&=&${right}`];
      for (const tail of [...hostileTexts.map((text) => `${name}=${text}`), ...shapes])
        await barrage.send({
          what: tail,
          method,
          address: `${addressOf(route, encoded(sample.params))}?${tail}`,
          body: sample.body,
        });
    }
    const { faults, statuses } = await barrage.report();
    expect(faults).toEqual([]);
    expect(statuses.get(400)).toBeGreaterThan(0);
  });

  it.each(withQuery)(
    '$name: the sample names every filter, and any two of them go together',
    async (entry) => {
      const { route, sample } = entry;
      const shape = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
      const pairs = Object.entries(encoded(sample.query));
      expect(shape.filter((name) => name !== 'cursor').toSorted()).toEqual(
        pairs.map(([name]) => name).toSorted(),
      );
      const barrage = new Barrage(spool.call);
      for (const [index, [first, firstValue]] of pairs.entries()) {
        for (const [second, secondValue] of pairs.slice(index)) {
          const query = { ...encoded(sample.required), [first]: firstValue, [second]: secondValue };
          const address = addressOf(route, encoded(sample.params), query);
          const what = `${first} and ${second}`;
          await barrage.send({ what, method: route.method, address, body: sample.body });
        }
      }
      const { faults, statuses } = await barrage.report();
      expect(faults).toEqual([]);
      expect(statuses.has(400)).toBe(false);
    },
  );

  it('listTasks: every state with every phase, and a span that ends before it begins', async () => {
    const barrage = new Barrage(spool.call);
    const states = ['ENQUEUED', 'IN_PROGRESS', 'COMPLETED', 'DEAD', 'RESTARTED', 'FORWARDED'];
    const phases = ['paused', 'waiting', 'backoff', 'scheduled', 'ready'];
    const filters = states.flatMap((state) => phases.map((phase) => `state=${state}&phase=${phase}`));
    for (const filter of [...filters, 'from=2100-01-01T00:00:00Z&to=1970-01-01T00:00:00Z'])
      await barrage.send({ what: filter, method: 'GET', address: `/v1/tasks?${filter}` });
    const { faults, statuses } = await barrage.report();
    expect(faults).toEqual([]);
    expect([...statuses.keys()]).toEqual([200]);
  });

  it.each(withPages)('$name: broken, foreign and forged cursors', async ({ name, route, sample }) => {
    const barrage = new Barrage(callOf(route));
    const own = cursors.get(name) ?? '';
    const foreign = [...cursors].flatMap(([other, cursor]) => (other === name ? [] : [cursor]));
    for (const cursor of [own, ...hostileTexts, ...foreign, ...forgeriesOf(own)]) {
      const query = { ...encoded(sample.required), limit: '1', cursor };
      const address = addressOf(route, encoded(sample.params), query);
      await barrage.send({ what: Buffer.from(cursor, 'base64url').toString(), method: 'GET', address });
    }
    const { faults, statuses } = await barrage.report();
    expect(faults).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(statuses.get(400)).toBeGreaterThan(foreign.length);
  });

  it('by a method that the route does not have', async () => {
    const barrage = new Barrage(spool.call);
    const params = encoded({ queue: 'nowhere', id: '999999', threadId: 'x' });
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    for (const { name, route } of catalogue) {
      const address = addressOf(route, params);
      for (const method of methods.filter((other) => other !== route.method))
        await barrage.send({ what: `${name} by ${method}`, method, address });
    }
    const { faults, statuses } = await barrage.report();
    expect(faults).toEqual([]);
    expect(statuses.get(405)).toBeGreaterThan(catalogue.length);
  });

  it.each([
    '/v1/queues/..',
    '/v1/queues/%2e%2e/tasks',
    '/v1//tasks',
    '//v1/tasks',
    '/v1/tasks/',
    '/v1/tasks/1/',
    '/V1/TASKS',
    '/v1/tasks;a=b',
    '/v1/tasks/1%00',
    '/v1/queues/a%2Fb',
    '/v1/threads//members',
    '/v1/threads/%2e',
    '/%',
    '/%zz',
    '/v1/tasks?%',
    '/v1/tasks?=',
    '/v1/tasks?limit=%',
    '/v1/tasks#x',
    '/../../etc/passwd',
    '/docs/../openapi.json',
    '/docs/%2e%2e%2fmain.js',
    '/assets/..%5c..%5cmain.js',
    '/index.html%00.js',
    '?',
    '*',
  ])('at the path %s', async (path) => {
    const request = `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${spool.apiKey}\r\nconnection: close\r\n\r\n`;
    expect(await sendRaw(spool.url, request)).toMatch(/^HTTP\/1\.1 [1-4]/);
  });
});

describe('No header gets a 500', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'GET',
      'authorization',
      ['', 'Bearer', 'Bearer ', 'bearer x', 'Basic eDp5', 'Bearer spool__', 'Bearer spool_a_b'],
    ],
    ['GET', 'authorization', [`Bearer ${'x'.repeat(4_000)}`]],
    ['GET', 'cookie', ['x', '=', '__Host-spool=', '__Host-spool=%', ';;;', `a=${'b'.repeat(4_000)}`]],
    ['GET', 'accept', ['', 'text/html', 'application/xml', '*/*;q=2', 'x'.repeat(1_000)]],
    ['PUT', 'if-match', ['', '*', '"', '"0"', '"99999999999"', 'W/"1"', '3', '"1", "2"']],
    ['PUT', 'if-none-match', ['', '"', '"0"', 'W/"1"', '3', '**']],
    ['GET', 'traceparent', ['', 'x', '00-0-0-0']],
    ['GET', 'x-request-id', ['', 'x'.repeat(1_000), '{}']],
    ['GET', 'x-forwarded-for', ['', 'x', ','.repeat(100), '999.999.999.999']],
  ])('%s with %s of any kind', async (method, header, values) => {
    const barrage = new Barrage(spool.call);
    const body = method === 'PUT' ? {} : undefined;
    for (const value of values)
      await barrage.send({
        what: value,
        method,
        address: '/v1/queues/scratch',
        body,
        headers: { [header]: value },
      });
    expect((await barrage.report()).faults).toEqual([]);
  });
});
