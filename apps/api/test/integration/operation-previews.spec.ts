import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { OperationCalls } from '../support/operation-calls.js';
import { setUpOperations, some } from '../support/operation-stage.js';
import { callerForQueues } from '../support/queue-keys.js';

const stage = setUpOperations();
const { tasks, operations } = stage;

describe('A dry run', () => {
  it('tells the totals and, by thread, the new order and what has run past, and changes nothing', async () => {
    const queue = await stage.makeQueue();
    const [a, b] = [freshName('thread'), freshName('thread')];
    const [first = '', second = ''] = await stage.dead(queue, [
      { threadId: a },
      { threadId: a },
      { threadId: b },
      {},
    ]);
    for (let turn = 0; turn < 3; turn += 1) {
      await tasks.enqueue(queue, { threadId: a });
      await tasks.complete([await tasks.takeOne(queue)]);
    }
    await tasks.enqueue(queue, { threadId: a, delayMs: 3_600_000 });
    await tasks.enqueue(queue, { threadId: a });
    const running = await tasks.takeOne(queue);
    await stage.spool.call('POST', `/v1/queues/${queue}/pause`, {});
    const preview = await operations.preview({ action: 'restart', filter: { queue } });
    expect(preview).toMatchObject({
      total: 4,
      eligible: 4,
      notEligible: [],
      withoutThread: 1,
      queues: [{ queue, count: 4, paused: true }],
    });
    const threads = preview.threads.items;
    expect(threads.map(({ threadId }) => threadId).toSorted()).toEqual([a, b].toSorted());
    expect(threads.find(({ threadId }) => threadId === a)).toMatchObject({
      queue: null,
      count: 2,
      tasks: [{ id: first }, { id: second }],
      inProgress: running.id,
      ahead: 1,
      behind: 1,
      ranPast: 3,
    });
    expect(threads.find(({ threadId }) => threadId === b)).toMatchObject({
      inProgress: null,
      ahead: 0,
      ranPast: 0,
    });
    const page = await operations.preview({ action: 'restart', filter: { queue } }, '?limit=1');
    const cursor = page.threads.nextCursor ?? '';
    const next = await operations.preview(
      { action: 'restart', filter: { queue } },
      `?limit=1&cursor=${cursor}`,
    );
    expect([...page.threads.items, ...next.threads.items]).toEqual(threads);
    expect(next.threads.nextCursor).toBeNull();
    const foreign = { action: 'restart', filter: {}, dryRun: true };
    expect((await stage.spool.call('POST', `/v1/operations?cursor=${cursor}`, foreign)).status).toBe(400);
    expect(await tasks.deadTasks({ queue })).toHaveLength(4);
    await stage.spool.call('POST', `/v1/queues/${queue}/resume`, {});
    await tasks.complete([running]);
  });

  it('tells of later deaths nothing to whoever hands on when it was taken', async () => {
    const queue = await stage.makeQueue();
    await stage.dead(queue, some(3));
    const { takenAt, total } = await operations.preview({ action: 'delete', filter: { queue } });
    await eventually('a later millisecond', async () => {
      const { takenAt: now } = await operations.preview({ action: 'delete', filter: { queue } });
      return now > takenAt ? true : null;
    });
    await stage.dead(queue, some(2));
    const begun = await operations.create({ action: 'delete', filter: { queue, to: takenAt } });
    expect([total, begun.total]).toEqual([3, 3]);
    await operations.untilState(begun.id, 'completed');
    expect(await tasks.deadTasks({ queue })).toHaveLength(2);
  });
});

describe('A key for some queues', () => {
  it('covers only tasks of its queues, and finds no operation that covers another’s', async () => {
    const mineName = await stage.makeQueue('mine_a');
    const theirs = await stage.makeQueue('mine.a');
    const mine = new OperationCalls(await callerForQueues(stage.spool, ['mine_a*']));
    await stage.dead(mineName, some(2));
    await stage.dead(theirs, some(2));
    const covering = await operations.create({ action: 'restart', filter: { errorType: 'no such' } });
    const both = await operations.create({ action: 'restart', filter: {}, ratePerSecond: 1, reason: 'all' });
    await operations.command(both.id, 'cancel');
    for (const { id } of [both, covering]) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/tasks'],
        ['POST', '/pause'],
        ['POST', '/resume'],
        ['POST', '/cancel'],
        ['POST', '/undo'],
      ] as const) {
        const { status, body } = await mine.call<Problem>(method, `/v1/operations/${id}${path}`);
        expect([path, status, body.code]).toEqual([path, 404, 'operation_not_found']);
      }
    }
    const own = await mine.create({ action: 'restart', filter: {} });
    expect(own).toMatchObject({ queues: [mineName] });
    await mine.untilState(own.id, 'completed');
    expect((await mine.list()).items.map(({ id }) => id)).toEqual([own.id]);
    expect((await operations.list(`?queue=${mineName}&limit=1`)).items.map(({ id }) => id)).toEqual([own.id]);
  });
});
