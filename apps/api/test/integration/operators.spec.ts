import { describe, expect, it } from '@jest/globals';
import type { CreatedOperator, Operator, OperatorPatch, Problem, Queue } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { makeOperator, operatorPassword, signIn, signInNew } from '../support/operators.js';
import { callerForQueues } from '../support/queue-keys.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool();

const operators = async (path = '/v1/operators?limit=200') =>
  (await spool.call<{ items: Operator[]; nextCursor: string | null }>('GET', path)).body;

const patch = (id: string, changes: OperatorPatch) =>
  spool.call<Operator & Problem>('PATCH', `/v1/operators/${id}`, changes);

describe('An operator', () => {
  it('is made with a random password that is shown once, and signs in with it', async () => {
    const username = freshName('ann');
    const { status, body } = await spool.call<CreatedOperator>('POST', '/v1/operators', {
      username,
      role: 'operator',
      queues: ['orders*'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username,
      role: 'operator',
      queues: ['orders*'],
      source: 'local',
      enabled: true,
    });
    const { call } = await signIn(spool.url, username, body.password ?? '');
    expect((await call('GET', '/v1/session')).body).toMatchObject({
      username,
      queues: ['orders*'],
      source: 'local',
    });
    const { body: shown } = await spool.call<Operator>('GET', `/v1/operators/${body.id}`);
    expect(Date.parse(shown.lastSignedInAt ?? '')).not.toBeNaN();
    expect(JSON.stringify([shown, await operators()])).not.toContain(body.password);
  });

  it('has a name of its own, and a password that is long enough', async () => {
    const { username } = await makeOperator(spool);
    const again = await spool.call<Problem>('POST', '/v1/operators', { username, role: 'viewer' });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    const short = await spool.call<Problem>('POST', '/v1/operators', {
      username: freshName('bob'),
      role: 'viewer',
      password: 'seven77',
    });
    expect([short.status, short.body.errors?.[0]?.path]).toEqual([400, '/password']);
    const { password } = await makeOperator(spool);
    expect(password).toBeUndefined();
  });

  it.each(['Password1', 'the name of ann-marie', 'spool-of-thread'])(
    'gets no password that is guessed first, such as %j, when it is made and later',
    async (password) => {
      const username = `ann-marie@${freshName('shop')}`;
      const wish = { username, role: 'viewer' };
      const made = await spool.call<Problem>('POST', '/v1/operators', { ...wish, password });
      const refusal = [made.status, made.body.code, made.body.errors?.[0]?.path];
      expect(refusal).toEqual([400, 'validation_failed', '/password']);
      const { body } = await spool.call<CreatedOperator>('POST', '/v1/operators', wish);
      const changed = await patch(body.id, { password });
      expect([changed.status, changed.body.errors]).toEqual([400, made.body.errors]);
      await signIn(spool.url, username, body.password ?? '');
    },
  );

  it('sees and moves only what its queues cover', async () => {
    const here = new TaskCalls(spool.call);
    const [mine, theirs] = [freshName('mine'), freshName('theirs')];
    await here.putQueue(mine);
    await here.putQueue(theirs);
    const foreign = await here.enqueue(theirs);
    const { call } = await signInNew(spool, { role: 'operator', queues: ['mine*'] });
    const { items } = (await call<{ items: Queue[] }>('GET', '/v1/queues')).body;
    expect(items.map(({ name }) => name)).toEqual([mine]);
    expect((await call<Problem>('GET', `/v1/queues/${theirs}`)).body.code).toBe('queue_not_found');
    expect((await call<Problem>('POST', `/v1/queues/${theirs}/pause`, {})).body.code).toBe('queue_not_found');
    expect((await call('POST', `/v1/queues/${mine}/pause`, {})).status).toBe(200);
    expect((await call<Problem>('DELETE', `/v1/tasks/${foreign.id}`)).body.code).toBe('task_not_found');
  });

  it('manages operators only if it covers every queue', async () => {
    const { call } = await signInNew(spool, { role: 'admin', queues: ['orders*'] });
    const key = await callerForQueues(spool, ['orders*'], ['admin']);
    for (const one of [call, key]) {
      const attempt = { username: freshName('wider'), role: 'admin' };
      expect((await one<Problem>('POST', '/v1/operators', attempt)).body.code).toBe('forbidden');
      expect((await one<Problem>('GET', '/v1/operators')).body.code).toBe('forbidden');
      expect((await one<Problem>('GET', '/v1/audit')).body.code).toBe('forbidden');
    }
  });

  it.each<[string, OperatorPatch, boolean]>([
    ['a smaller role', { role: 'viewer' }, true],
    ['a larger role', { role: 'admin' }, false],
    ['fewer queues', { queues: ['orders*'] }, true],
    ['more queues', { queues: ['orders*', 'mail', 'more'] }, false],
    ['every queue', { queues: ['*'] }, false],
    ['another password', { password: 'another long password' }, true],
    ['being barred', { enabled: false }, true],
    ['being let in, as it was', { enabled: true }, false],
  ])('given %s, keeps or loses its sessions on every replica at once', async (_, changes, ends) => {
    const sibling = await spool.startSibling();
    const { operator, cookie } = await signInNew(spool, { role: 'operator', queues: ['orders*', 'mail'] });
    const look = (url: string) => fetch(`${url}/v1/session`, { headers: { cookie } });
    expect((await look(sibling.url)).status).toBe(200);
    expect((await patch(operator.id, changes)).status).toBe(200);
    expect((await look(sibling.url)).status).toBe(ends ? 401 : 200);
    expect((await look(spool.url)).status).toBe(ends ? 401 : 200);
    await sibling.close();
  });

  it('has the rights that it was given from the answer on', async () => {
    const { operator, call } = await signInNew(spool);
    const attempt = () => call('GET', '/v1/api-keys');
    expect((await attempt()).status).toBe(403);
    await patch(operator.id, { role: 'admin' });
    expect((await attempt()).status).toBe(200);
  });

  it('that is barred is refused as with a wrong password, until it is let in again', async () => {
    const { id, username } = await makeOperator(spool);
    const attempt = (password: string) =>
      spool.callAnonymously<Problem>('POST', '/v1/session', { username, password });
    await patch(id, { enabled: false });
    const [barred, wrong] = [await attempt(operatorPassword), await attempt('wrong')];
    expect([barred.status, barred.body.detail]).toEqual([401, wrong.body.detail]);
    await patch(id, { enabled: true });
    expect((await attempt(operatorPassword)).status).toBe(200);
  });

  it('that is removed is gone with its sessions; its name is free again and means somebody else', async () => {
    const { operator, call } = await signInNew(spool);
    expect((await spool.call('DELETE', `/v1/operators/${operator.id}`)).status).toBe(204);
    expect((await call('GET', '/v1/session')).status).toBe(401);
    expect((await spool.call<Problem>('GET', `/v1/operators/${operator.id}`)).body.code).toBe('not_found');
    expect((await spool.call<Problem>('DELETE', `/v1/operators/${operator.id}`)).body.code).toBe('not_found');
    expect((await patch(operator.id, { role: 'admin' })).body.code).toBe('not_found');
    expect((await makeOperator(spool, { username: operator.username })).id).not.toBe(operator.id);
  });
});

describe('The last enabled administrator', () => {
  it('can be neither removed, barred, demoted nor cut down, also by two at once', async () => {
    const { items } = await operators();
    for (const { id, role, username } of items) {
      if (role === 'admin' && username !== 'admin') await spool.call('DELETE', `/v1/operators/${id}`);
    }
    const admin = items.find(({ username }) => username === 'admin')?.id ?? '';
    const changes: OperatorPatch[] = [{ enabled: false }, { role: 'operator' }, { queues: ['orders*'] }];
    for (const change of changes) {
      const { status, body } = await patch(admin, change);
      expect([status, body.code]).toEqual([409, 'conflict']);
      expect(body.detail).toContain('last enabled administrator');
    }
    expect((await spool.call<Problem>('DELETE', `/v1/operators/${admin}`)).body.code).toBe('conflict');
    const second = await makeOperator(spool, { role: 'admin' });
    const answers = await Promise.all([admin, second.id].map((id) => patch(id, { enabled: false })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await Promise.all([admin, second.id].map((id) => patch(id, { enabled: true })));
  });
});

describe('The list of operators', () => {
  it('is paged by name', async () => {
    for (let index = 0; index < 3; index += 1) await makeOperator(spool);
    const all = (await operators()).items.map(({ username }) => username);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await operators(`/v1/operators?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ username }) => username));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
    expect(seen).toEqual(seen.toSorted());
  });
});
