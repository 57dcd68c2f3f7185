import { afterEach, describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

describe('A dead-letter policy', () => {
  const put = (queue: string, target: string, call = spool.call) =>
    call<Problem>('PUT', `/v1/queues/${queue}`, { deadLetter: { mode: 'forward', queue: target } });

  const expectRefused = ({ status, body }: Awaited<ReturnType<typeof put>>): void => {
    expect([status, body.code, body.errors?.map(({ path }) => path)]).toEqual([
      400,
      'validation_failed',
      ['/deadLetter/queue'],
    ]);
  };

  it('T17: may not point at itself, whether the queue is new or not', async () => {
    const newcomer = freshName('queue');
    expectRefused(await put(newcomer, newcomer));
    expect((await here.call('GET', `/v1/queues/${newcomer}`)).status).toBe(404);
    const queue = await here.makeQueue();
    expectRefused(await put(queue, queue));
    const patch = { deadLetter: { mode: 'forward', queue } };
    expectRefused(await here.call('PATCH', `/v1/queues/${queue}`, patch));
  });

  it('T17: may not point at nothing', async () => {
    expectRefused(await put(freshName('queue'), freshName('queue')));
    expectRefused(await put(await here.makeQueue(), freshName('queue')));
    const { status } = await here.call('PUT', `/v1/queues/${freshName('queue')}`, {
      deadLetter: { mode: 'forward' },
    });
    expect(status).toBe(400);
  });

  it('T17: may not close a circle, of two or of three', async () => {
    const [a, b, c] = [await here.makeQueue(), await here.makeQueue(), await here.makeQueue()];
    expect((await put(a, b)).status).toBe(200);
    expectRefused(await put(b, a));
    expect((await put(b, c)).status).toBe(200);
    expectRefused(await put(c, a));
  });

  it('T17: may not close a circle either when two point at each other at the same instant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await here.makeQueue(), await here.makeQueue()];
      const answers = await Promise.all([put(a, b), put(b, a, elsewhere.call)]);
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual(answers.map(({ status }) => status));
    }
  });

  it('T17: holds its target against deletion, and lets it go when it points elsewhere', async () => {
    const target = await here.makeQueue();
    const queue = await here.makeQueue({ deadLetter: { mode: 'forward', queue: target } });
    const refused = await here.call<Problem>('DELETE', `/v1/queues/${target}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    await here.putQueue(queue);
    expect((await here.call('DELETE', `/v1/queues/${target}`)).status).toBe(204);
  });

  it('T17: loses no task when its target is deleted at the same instant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [queue, target] = [await here.makeQueue({ maxAttempts: 1 }), await here.makeQueue()];
      const { id } = await here.enqueue(queue);
      const held = await here.takeOne(queue);
      const [pointed, deleted] = await Promise.all([
        put(queue, target),
        elsewhere.call('DELETE', `/v1/queues/${target}`),
        here.fail([held]),
      ]);
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual([pointed.status, deleted.status]);
      const { state, forwardedAs } = await here.task(id);
      const places = [state, forwardedAs === undefined ? null : (await here.task(forwardedAs)).queue];
      expect([
        ['DEAD', null],
        ['FORWARDED', target],
      ]).toContainEqual(places);
    }
  });

  it('T17: whose target has vanished by outside hands lets the dead rest where they died', async () => {
    const target = await here.makeQueue();
    const queue = await here.makeQueue({ maxAttempts: 1, deadLetter: { mode: 'forward', queue: target } });
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue);
    await spool.database.write((sql) => sql.change('DELETE FROM queues WHERE name = ?', [target]));
    expect(await here.fail([held])).toEqual([{ id, status: 'ok', outcome: 'dead' }]);
    expect(idsOf(await here.deadTasks({ queue }))).toEqual([id]);
  });
});
