import { beforeAll, describe, expect, it } from '@jest/globals';
import { limits, routes, type AuditEntry, type Problem, type Route } from '@spool/contracts';
import type { Answer, Call } from '@spool/test-bed/caller.js';
import { prepareChangingCalls, type PreparedCall } from '../support/changing-calls.js';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { makeDead } from '../support/operation-calls.js';
import { operatorPassword, signInAdmin, signInNew } from '../support/operators.js';
import { addressOf } from '../support/route-catalogue.js';
import { adminPassword } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

// Statements that the database refuses on purpose are not worth a line each.
const spool = setUpSpool({ environment: { SPOOL_LOG_LEVEL: 'silent' } });
const here = new TaskCalls(spool.call);
let admin: Call;

beforeAll(async () => {
  admin = (await signInAdmin(spool)).call;
});

type Log = { items: AuditEntry[]; nextCursor: string | null };

const read = async (query: string): Promise<Log> => (await spool.call<Log>('GET', `/v1/audit${query}`)).body;
const log = (query = ''): Promise<Log> => read(`?limit=200${query}`);

const routeByName: Readonly<Record<string, Route>> = routes;

const routeNamed = (name: string) => {
  const route = routeByName[name];
  if (route === undefined || route.method === 'GET') throw new Error(`${name} changes nothing.`);
  return route;
};

const make = (caller: Call, name: string, { params = {}, body, as = caller }: PreparedCall) => {
  const route = routeNamed(name);
  return as(route.method, addressOf(route, params), body);
};

/** Whether a route is an administrative one, whoever calls it. */
const isAdministrative = (name: string): boolean => {
  const { permission } = routeNamed(name);
  return typeof permission === 'string' || permission.some((one) => one === 'operate' || one === 'admin');
};

const entriesOf = async ({ headers }: Answer<unknown>): Promise<AuditEntry[]> =>
  (await log()).items.filter(({ requestId }) => requestId === headers.get('x-request-id'));

/** While it runs, nothing can be written into the log. */
const withoutLog = async (work: () => Promise<void>): Promise<void> => {
  const rename = (from: string, to: string) =>
    spool.database.read((sql) => sql.rows(`RENAME TABLE ${from} TO ${to}`));
  await rename('audit_log', 'audit_log_away');
  try {
    await work();
  } finally {
    await rename('audit_log_away', 'audit_log');
  }
};

describe('Every call that changes something', () => {
  it('does not happen for an operator where it cannot be remembered, and leaves one entry where it can', async () => {
    const calls = await prepareChangingCalls(spool);
    await withoutLog(async () => {
      for (const [name, call] of calls) {
        const { status } = await make(admin, name, call);
        expect([name, status]).toEqual([name, 503]);
      }
    });
    for (const [name, call] of calls) {
      const answer = await make(admin, name, call);
      expect([name, answer.status, answer.status < 300]).toEqual([name, answer.status, true]);
      const results = (answer.body as { results?: { status: string }[] } | undefined)?.results ?? [];
      expect([name, results.filter(({ status }) => status !== 'ok')]).toEqual([name, []]);
      const entries = await entriesOf(answer);
      expect([name, entries.map(({ action }) => action)]).toEqual([name, [routeNamed(name).action]]);
      expect(entries[0]).toMatchObject({ actor: { type: 'operator' }, address: '127.0.0.1' });
    }
  });

  it('is remembered of a key where it takes "operate" or "admin"; what services do all day costs no statement', async () => {
    const calls = (await prepareChangingCalls(spool)).filter(([, { as }]) => as === undefined);
    await withoutLog(async () => {
      for (const [name, call] of calls.filter(([one]) => isAdministrative(one))) {
        expect([name, (await make(spool.call, name, call)).status]).toEqual([name, 503]);
      }
      for (const [name, call] of calls.filter(([one]) => !isAdministrative(one))) {
        const { status } = await make(spool.call, name, call);
        expect([name, status < 300]).toEqual([name, true]);
      }
    });
    for (const [name, call] of calls.filter(([one]) => isAdministrative(one))) {
      const answer = await make(spool.call, name, call);
      expect([name, answer.status < 300]).toEqual([name, true]);
      const entries = await entriesOf(answer);
      expect([name, entries.map(({ action, actor }) => [action, actor.type])]).toEqual([
        name,
        [[routeNamed(name).action, 'api-key']],
      ]);
    }
  });
});

describe('The audit log', () => {
  it('says what was before and what is after, and why', async () => {
    const queue = freshName('audited');
    await admin('PUT', `/v1/queues/${queue}`, { maxAttempts: 3 });
    await admin('PATCH', `/v1/queues/${queue}`, { maxAttempts: 7 });
    await admin('POST', `/v1/queues/${queue}/pause`, { reason: 'repairs' });
    await admin('POST', `/v1/queues/${queue}/resume`);
    await admin('DELETE', `/v1/queues/${queue}`);
    const { items } = await log(`&target=queue:${queue}`);
    expect(items.map(({ action, reason, before, after }) => ({ action, reason, before, after }))).toEqual([
      {
        action: 'queue.delete',
        reason: null,
        before: expect.objectContaining({ maxAttempts: 7 }),
        after: null,
      },
      {
        action: 'queue.resume',
        reason: null,
        before: { paused: true, reason: 'repairs' },
        after: { paused: false, reason: null },
      },
      {
        action: 'queue.pause',
        reason: 'repairs',
        before: { paused: false, reason: null },
        after: { paused: true, reason: 'repairs' },
      },
      {
        action: 'queue.patch',
        reason: null,
        before: expect.objectContaining({ maxAttempts: 3 }),
        after: expect.objectContaining({ maxAttempts: 7 }),
      },
      { action: 'queue.put', reason: null, before: null, after: expect.objectContaining({ maxAttempts: 3 }) },
    ]);
    for (const entry of items) expect(entry).toMatchObject({ queue, target: { type: 'queue', id: queue } });
  });

  it('has one entry for a call on many tasks, with their number and a hundred of them', async () => {
    const queue = freshName('audited');
    await here.putQueue(queue);
    const ids = await makeDead(
      here,
      queue,
      Array.from({ length: 150 }, () => ({})),
    );
    const answer = await admin('POST', '/v1/dead-tasks/delete', { ids });
    expect(await entriesOf(answer)).toMatchObject([
      { action: 'dead-task.delete', target: { type: 'task', id: null }, queue, after: { tasks: 150 } },
    ]);
    const [entry] = await entriesOf(answer);
    expect(entry?.after?.['ids']).toHaveLength(limits.auditIds);
    const again = await admin('POST', '/v1/dead-tasks/delete', { ids });
    expect(await entriesOf(again)).toEqual([]);
  });

  it('never holds a payload or a secret', async () => {
    const queue = freshName('audited');
    const secret = freshName('never-to-be-seen');
    await admin('PUT', `/v1/queues/${queue}`, {});
    await admin('POST', `/v1/queues/${queue}/tasks`, { payload: { secret } });
    const [dead = ''] = await makeDead(here, queue, [{ payload: { secret } }]);
    await admin('POST', '/v1/dead-tasks/restart', { ids: [dead], payload: { secret, again: secret } });
    const { operator, call } = await signInNew(spool);
    await call('POST', '/v1/session/password', { currentPassword: operatorPassword, newPassword: secret });
    await admin('PATCH', `/v1/operators/${operator.id}`, { password: `${secret}-2` });
    const created = await admin<{ key: string; id: string }>('POST', '/v1/api-keys', {
      name: 'k',
      scopes: ['read'],
    });
    const rotated = await admin<{ key: string }>('POST', `/v1/api-keys/${created.body.id}/rotate`, {});
    const made = await admin<{ password: string }>('POST', '/v1/operators', {
      username: freshName('ann'),
      role: 'viewer',
    });
    const rows = await spool.database.read((sql) => sql.rows<object>('SELECT * FROM audit_log'));
    const text = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
    const keys = [created.body.key, rotated.body.key].map((key) => key.slice(-40));
    for (const one of [secret, adminPassword, operatorPassword, made.body.password, '$argon2', ...keys])
      expect(text).not.toContain(one);
  });

  it('is searched by actor, action, target and time, newest first, a page at a time', async () => {
    const { operator, call } = await signInNew(spool, { role: 'operator' });
    const queue = freshName('audited');
    await here.putQueue(queue);
    for (let round = 0; round < 3; round += 1) {
      await call('POST', `/v1/queues/${queue}/pause`, {});
      await call('POST', `/v1/queues/${queue}/resume`);
    }
    const actor = `&actor=operator:${operator.username}`;
    const all = (await log(actor)).items;
    expect(all.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => ['queue.resume', 'queue.pause']).flat(),
      'session.begin',
    ]);
    expect((await log(`&actor=${operator.username}`)).items).toEqual(all);
    expect((await log(`${actor}&action=queue.pause`)).items).toHaveLength(3);
    expect((await log(`&target=queue:${queue}&action=queue.pause${actor}`)).items).toHaveLength(3);
    const [newest] = all;
    expect((await log(`${actor}&from=${newest?.at}`)).items[0]?.id).toBe(newest?.id);
    expect((await log(`${actor}&to=${all.at(-1)?.at}`)).items).toEqual([]);
    const paged: string[] = [];
    let page = await read(`?limit=2${actor}`);
    for (;;) {
      paged.push(...page.items.map(({ id }) => id));
      if (page.nextCursor === null) break;
      page = await read(`?limit=2${actor}&cursor=${page.nextCursor}`);
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  it.each(['actor=', 'action=unknown', 'target=orders', 'from=yesterday', 'cursor=foreign', 'queue=orders'])(
    'answers 400 to ?%s',
    async (query) => {
      expect((await spool.call<Problem>('GET', `/v1/audit?${query}`)).body.code).toBe('validation_failed');
    },
  );

  it('begins with what the first start made', async () => {
    const { items } = await log('&actor=system');
    expect(items.map(({ action }) => action).toSorted()).toEqual(['api-key.create', 'operator.create']);
  });

  it('forgets what is past its retention, and nothing else', async () => {
    const { items } = await log('&action=queue.delete');
    const [kept, old] = items;
    await spool.database.write(async (sql) => {
      const age = (days: number, id?: string) =>
        sql.change('UPDATE audit_log SET at = NOW(3) - INTERVAL ? DAY WHERE id = ?', [days, id]);
      await age(399, kept?.id);
      await age(401, old?.id);
    });
    await eventually('the old entry gone', async () =>
      (await log('&action=queue.delete')).items.some(({ id }) => id === old?.id) ? null : true,
    );
    expect((await log('&action=queue.delete')).items.map(({ id }) => id)).toContain(kept?.id);
  });
});
