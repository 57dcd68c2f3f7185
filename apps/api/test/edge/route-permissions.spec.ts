import { beforeAll, describe, expect, it } from '@jest/globals';
import { permission, type Permission, type Problem, type Role } from '@spool/contracts';
import type { Call } from '@spool/test-bed/caller.js';
import { callerWithCookie, signIn, signInAdmin, signInNew } from '../support/operators.js';
import { callerForQueues } from '../support/queue-keys.js';
import {
  addressOf,
  catalogue,
  encoded,
  sampleAddress,
  type CatalogueEntry,
} from '../support/route-catalogue.js';
import { adminPassword } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { makeTwoOfEverything } from '../support/two-of-everything.js';

const spool = setUpSpool();

beforeAll(async () => {
  await makeTwoOfEverything(new TaskCalls(spool.call));
});

/** What each role may do, said once more, apart from the service. */
const rights: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['read'],
  operator: ['read', 'operate'],
  admin: ['enqueue', 'work', 'read', 'operate', 'admin'],
};

const closed = catalogue.filter(({ route }) => route.permission !== 'public');
/** The routes that take one of some permissions. */
const byPermission = catalogue.flatMap((entry) => {
  const { permission: needed } = entry.route;
  return typeof needed === 'string' ? [] : [{ ...entry, needed: needed satisfies readonly Permission[] }];
});

const send = (call: Call, entry: CatalogueEntry, headers = {}) =>
  call<Problem | undefined>(entry.route.method, sampleAddress(entry), entry.sample.body, headers);

/** Whether a call was let through to its handler, whatever that said. */
const outcomeOf = async (call: Call, entry: CatalogueEntry): Promise<string> => {
  const { status, body } = await send(call, entry);
  return status === 401 || status === 403 ? `${status} ${body?.code}` : 'let in';
};

describe('Every route that is not public', () => {
  const wrong: readonly [string, () => Record<string, string>][] = [
    ['a key with a wrong secret', () => ({ authorization: `Bearer ${spool.apiKey.slice(0, -4)}0000` })],
    ['a key of nobody', () => ({ authorization: `Bearer spool_nobody_${'a'.repeat(64)}` })],
    ['no key at all', () => ({ authorization: 'Bearer' })],
    ['another scheme', () => ({ authorization: `Basic ${Buffer.from('admin:x').toString('base64')}` })],
    ['a session of nobody', () => ({ cookie: `__Host-spool-session=${'a'.repeat(43)}` })],
    [
      'a session beside a wrong key',
      () => ({ authorization: 'Bearer nonsense', cookie: `__Host-spool-session=${'a'.repeat(43)}` }),
    ],
  ];

  it.each(wrong)('refuses %s with the same words', async (_, headers) => {
    const details = new Set<string>();
    for (const entry of closed) {
      const { status, body } = await send(spool.callAnonymously, entry, headers());
      expect([entry.name, status, body?.code]).toEqual([entry.name, 401, 'unauthenticated']);
      details.add(body?.detail ?? '');
    }
    expect(details.size).toBe(1);
  });

  it('refuses a session that has ended', async () => {
    const { cookie, call } = await signInAdmin(spool);
    expect((await call('DELETE', '/v1/session')).status).toBe(204);
    for (const entry of closed) {
      const { status } = await send(callerWithCookie(spool.url, cookie), entry);
      expect([entry.name, status]).toEqual([entry.name, 401]);
    }
  });
});

describe('Every route that takes a permission', () => {
  it.each(permission.options)('lets a key with "%s" in just where that is asked for', async (scope) => {
    const call = await callerForQueues(spool, ['*'], [scope]);
    for (const entry of byPermission) {
      const expected = entry.needed.includes(scope) ? 'let in' : '403 forbidden';
      expect([entry.name, await outcomeOf(call, entry)]).toEqual([entry.name, expected]);
    }
  });

  it.each<Role>(['viewer', 'operator', 'admin'])(
    'lets %s sessions in just where their role may',
    async (role) => {
      const { call } = await signInNew(spool, { role });
      for (const entry of byPermission) {
        const may = entry.needed.some((one) => rights[role].includes(one));
        expect([entry.name, await outcomeOf(call, entry)]).toEqual([
          entry.name,
          may ? 'let in' : '403 forbidden',
        ]);
      }
    },
  );

  it('says which permission is missing', async () => {
    const call = await callerForQueues(spool, ['*'], ['work']);
    for (const entry of byPermission.filter(({ needed }) => !needed.includes('work'))) {
      const detail = (await send(call, entry)).body?.detail ?? '';
      for (const one of entry.needed)
        expect([entry.name, detail]).toEqual([entry.name, expect.stringContaining(`"${one}"`)]);
    }
  });
});

describe('Every route, to somebody who covers other queues', () => {
  const there: Record<string, string> = { queue: 'orders', id: '1', threadId: 'customer-42' };
  const nowhere: Readonly<Record<string, string>> = {
    queue: 'no-such-queue',
    id: '999999',
    threadId: 'no-such-thread',
    group: 'ffffffffffffffff',
  };

  beforeAll(async () => {
    const [group] = await new TaskCalls(spool.call).deadGroups('orders');
    there['group'] = group?.group ?? '';
  });

  const asked = ({ route, sample }: CatalogueEntry, names: Readonly<Record<string, string>>) => {
    const known = (given: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries(given).map(([name, value]) => [name, names[name] ?? value]));
    const ids = { ids: [names['id']] };
    const lease = { id: names['id'], leaseToken: '1' };
    const body = JSON.stringify(sample.body ?? null)
      .replaceAll('"ids":["999999"]', `"ids":${JSON.stringify(ids.ids)}`)
      .replaceAll('"id":"1","leaseToken":"1"', `"id":"${lease.id}","leaseToken":"1"`)
      .replaceAll('"queue":"orders"', `"queue":"${names['queue']}"`);
    return {
      address: addressOf(route, encoded(known(sample.params)), encoded(known(sample.query))),
      body: sample.body === undefined ? undefined : body,
    };
  };

  /** What an answer tells, without the names that were asked for. */
  const told = async (call: Call, entry: CatalogueEntry, names: Readonly<Record<string, string>>) => {
    const { address, body } = asked(entry, names);
    const answer = await call(entry.route.method, address, body);
    const text = JSON.stringify([answer.status, { ...answer.body, requestId: '' }]);
    return Object.entries(names).reduce(
      (sofar, [name, value]) => sofar.replaceAll(new RegExp(`(?<!\\w)${value}(?!\\w)`, 'g'), `<${name}>`),
      text,
    );
  };

  it('tells the same of what is there as of what is not', async () => {
    const { call: operator } = await signInNew(spool, { role: 'admin', queues: ['nobody-*'] });
    const key = await callerForQueues(spool, ['nobody-*']);
    const changing = byPermission.filter(({ sample }) => sample.params ?? sample.query ?? sample.body);
    for (const entry of changing.filter(({ name }) => !ofAdministrators.has(name))) {
      for (const call of [key, operator]) {
        const [real, none] = [await told(call, entry, there), await told(call, entry, nowhere)];
        expect([entry.name, real]).toEqual([entry.name, none]);
      }
    }
  });

  it('manages neither keys nor operators, and reads no audit', async () => {
    const call = await callerForQueues(spool, ['nobody-*']);
    for (const entry of byPermission.filter(({ name }) => ofAdministrators.has(name)))
      expect([entry.name, await outcomeOf(call, entry)]).toEqual([entry.name, '403 forbidden']);
  });
});

/** What is for who covers every queue. */
const ofAdministrators = new Set([
  'listApiKeys',
  'createApiKey',
  'rotateApiKey',
  'deleteApiKey',
  'listOperators',
  'createOperator',
  'getOperator',
  'updateOperator',
  'deleteOperator',
  'listAudit',
]);

describe('Every route that changes something', () => {
  const changing = catalogue.filter(({ route }) => route.method !== 'GET');

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['another site without an origin', { origin: null, 'sec-fetch-site': 'cross-site' }],
    ['another port of the same host', { origin: 'http://127.0.0.1:1' }],
  ])('is refused to a page from %s that rides on a session', async (_, headers) => {
    const { call } = await signIn(spool.url, 'admin', adminPassword);
    for (const entry of changing) {
      const { status, body } = await send(call, entry, headers);
      expect([entry.name, status, body?.code]).toEqual([entry.name, 403, 'forbidden']);
    }
    expect((await call('GET', '/v1/session')).status).toBe(200);
  });
});
