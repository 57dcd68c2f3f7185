import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { EventListener } from '../support/event-stream.js';
import { workOff } from '../support/operation-calls.js';
import { setUpOperations, some } from '../support/operation-stage.js';

const stage = setUpOperations();
const { tasks, operations, elsewhere } = stage;

describe('An operator', () => {
  it('pauses, resumes and cancels from any replica, and each holds from its answer on', async () => {
    const queue = await stage.makeQueue();
    await stage.dead(queue, some(400));
    const { id } = await operations.create({ action: 'restart', filter: { queue }, ratePerSecond: 20 });
    await operations.until(id, 'begun', ({ done }) => done > 0);
    const paused = await elsewhere.command(id, 'pause');
    expect(paused.state).toBe('paused');
    // What carries operations on has run meanwhile: another, made later, is through.
    const other = await operations.create({ action: 'restart', filter: { queue: await stage.makeQueue() } });
    await operations.untilState(other.id, 'completed');
    expect((await operations.get(id)).done).toBe(paused.done);
    expect((await operations.command(id, 'pause')).state).toBe('paused');
    expect((await operations.command(id, 'resume')).state).toBe('running');
    await operations.until(id, 'gone on', ({ done }) => done > paused.done);
    const cancelled = await elsewhere.command(id, 'cancel');
    expect(cancelled).toMatchObject({ state: 'cancelled', finishedAt: expect.any(String) });
    expect(await operations.command(id, 'cancel')).toMatchObject({ state: 'cancelled' });
    const { status, body } = await stage.spool.call<Problem>('POST', `/v1/operations/${id}/resume`, {});
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect((await tasks.deadTasks({ queue, limit: '200' })).length).toBe(
      Math.min(200, cancelled.total - cancelled.done),
    );
    await workOff(tasks, queue);
    await operations.until(id, 'verified', ({ verifiedAt }) => verifiedAt !== null);
  });

  it('gets the rate asked for, over all replicas, from the first task on', async () => {
    const queue = await stage.makeQueue();
    await stage.dead(queue, some(30));
    const { id, createdAt } = await operations.create({
      action: 'restart',
      filter: { queue },
      ratePerSecond: 20,
    });
    const ended = await operations.untilState(id, 'completed');
    const tookMs = Date.parse(ended.finishedAt ?? '') - Date.parse(createdAt);
    expect(tookMs).toBeGreaterThanOrEqual(1_400);
    await workOff(tasks, queue);
  });
});

describe('A listener on another replica', () => {
  it('is told of an operation that is made, goes on and is paused', async () => {
    const { url, headers } = stage.listening();
    const listener = await EventListener.open(url, { headers });
    const queue = await stage.makeQueue();
    await stage.dead(queue, some(3));
    const { id } = await operations.create({ action: 'restart', filter: { queue }, canary: 1 });
    await listener.untilChanged('operations', queue);
    await operations.untilState(id, 'canary');
    await operations.command(id, 'pause');
    await listener.untilChanged('operations', queue);
    await listener.close();
  });
});

describe('The list of operations', () => {
  it('is newest first, in pages, and filtered by queue, action and state', async () => {
    const queue = await stage.makeQueue();
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { id } = await operations.create({
        action: turn === 1 ? 'delete' : 'restart',
        filter: { queue },
      });
      ids.unshift(id);
      await operations.untilState(id, 'completed');
    }
    const first = await elsewhere.list(`?queue=${queue}&limit=2`);
    const second = await elsewhere.list(`?queue=${queue}&limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect((await operations.list(`?queue=${queue}&action=delete`)).items.map(({ id }) => id)).toEqual([
      ids[1],
    ]);
    expect((await operations.list(`?queue=${queue}&state=running`)).items).toEqual([]);
  });
});
