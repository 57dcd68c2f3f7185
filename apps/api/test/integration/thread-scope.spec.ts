import { afterEach, describe, expect, it } from '@jest/globals';
import { pageOf, thread, threadMember, threadSummary, type Problem } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { callerForQueues } from '../support/queue-keys.js';
import { setUpSpool } from '../support/spool-stage.js';
import { idsOf, readAnswer, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);

afterEach(() => expectUndamaged(spool));

const readThread = async (path: string, call = spool.call) =>
  readAnswer(thread, 200, await call('GET', path));
const readThreads = async (query: string, call = spool.call) =>
  readAnswer(pageOf(threadSummary), 200, await call('GET', `/v1/threads?${query}`)).items;
const readMembers = async (path: string, call = spool.call) =>
  readAnswer(pageOf(threadMember), 200, await call('GET', path)).items;

describe('A thread of the whole installation', () => {
  it('R1: is one line over all queues that its members are in', async () => {
    const [orders, invoices] = [await here.makeQueue(), await here.makeQueue()];
    const threadId = freshName('thread');
    const a = await here.enqueue(orders, { threadId });
    const b = await here.enqueue(invoices, { threadId });
    const c = await here.enqueue(orders, { threadId });
    expect([a.phase, b.phase, c.phase]).toEqual(['ready', 'waiting', 'waiting']);
    expect(await here.dequeue(invoices, { max: 10 })).toEqual([]);
    const first = await here.dequeue(orders, { max: 10 });
    expect(idsOf(first)).toEqual([a.id]);
    expect(await readMembers(`/v1/threads/${threadId}/members`)).toMatchObject([
      { id: a.id, queue: orders, state: 'IN_PROGRESS' },
      { id: b.id, queue: invoices },
      { id: c.id, queue: orders },
    ]);
    expect(await here.complete(first)).toMatchObject([{ promoted: b.id }]);
    expect(await here.dequeue(orders, { max: 10 })).toEqual([]);
    const second = await here.takeOne(invoices);
    expect(await here.complete([second])).toMatchObject([{ promoted: c.id }]);
    await here.complete([await here.takeOne(orders)]);
  });
});

describe('A queue with threads of its own', () => {
  it('runs them beside the installation’s of the same id, and each is found where it belongs', async () => {
    const threadId = freshName('thread');
    const [own, otherOwn] = [
      await here.makeQueue({ threadScope: 'queue' }),
      await here.makeQueue({ threadScope: 'queue' }),
    ];
    const wide = await here.makeQueue();
    const heads: Record<string, string> = {};
    for (const queue of [own, otherOwn, wide]) {
      const [head, behind] = await here.enqueueBatch(queue, [{ threadId }, { threadId }]);
      expect([head?.phase, behind?.phase]).toEqual(['ready', 'waiting']);
      heads[queue] = head?.id ?? '';
    }
    const held = [];
    for (const queue of [own, otherOwn, wide]) held.push(...(await here.dequeue(queue, { max: 10 })));
    expect(idsOf(held)).toEqual([heads[own], heads[otherOwn], heads[wide]]);

    const path = `/v1/threads/${threadId}`;
    expect(await readThread(path)).toMatchObject({ queue: null, size: 2, inProgress: { id: heads[wide] } });
    expect(await readThread(`${path}?queue=${wide}`)).toMatchObject({ inProgress: { id: heads[wide] } });
    for (const queue of [own, otherOwn]) {
      expect(await readThread(`${path}?queue=${queue}`)).toMatchObject({
        queue,
        size: 2,
        inProgress: { id: heads[queue] },
      });
      const [first] = await readMembers(`${path}/members?queue=${queue}`);
      expect(first).toMatchObject({ id: heads[queue] });
    }
    expect(await readThreads(`threadId=${threadId}`)).toHaveLength(3);
    expect(await here.tasks({ threadId })).toHaveLength(6);
    for (const queue of [own, otherOwn, wide]) expect(await here.tasks({ queue, threadId })).toHaveLength(2);

    await here.complete(held);
    for (const queue of [own, otherOwn, wide]) await here.complete([await here.takeOne(queue)]);
    expect(await readThreads(`threadId=${threadId}`)).toEqual([]);
  });

  it('R9: restarts the dead into its own thread', async () => {
    const own = await here.makeQueue({ threadScope: 'queue', maxAttempts: 1 });
    const threadId = freshName('thread');
    const { id } = await here.enqueue(own, { threadId });
    await here.fail([await here.takeOne(own)]);
    const waiting = await here.enqueue(own, { threadId });
    const [restarted] = await here.restart({ ids: [id] });
    const newId = restarted?.status === 'ok' ? restarted.newId : '';
    expect(await readThread(`/v1/threads/${threadId}?queue=${own}`)).toMatchObject({
      queue: own,
      size: 2,
      head: { id: waiting.id },
    });
    const first = await here.takeOne(own);
    expect(await here.complete([first])).toMatchObject([{ promoted: newId }]);
    await here.complete([await here.takeOne(own)]);
  });

  it('becomes one, or ceases to be, only while it has no live task', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue, { threadId: freshName('thread') });
    const patch = { threadScope: 'queue' };
    const refused = await here.call<Problem>('PATCH', `/v1/queues/${queue}`, patch);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    await here.delete([id]);
    expect((await here.call('PATCH', `/v1/queues/${queue}`, patch)).status).toBe(200);
  });
});

describe('A thread that spans queues of which a caller may read one', () => {
  const makeSpanning = async () => {
    const [open, secret] = [await here.makeQueue(), await here.makeQueue()];
    const threadId = freshName('thread');
    const [front, behind] = [
      await here.enqueue(secret, { threadId }),
      await here.enqueue(open, { threadId }),
    ];
    const call = await callerForQueues(spool, [open]);
    return { open, secret, threadId, front, behind, call, path: `/v1/threads/${threadId}` };
  };

  const expectNothingOf = (answer: unknown, ...secrets: readonly string[]): void => {
    const text = JSON.stringify(answer);
    for (const secret of secrets) expect(text).not.toContain(JSON.stringify(secret));
  };

  it('shows the others as hidden, in the thread, in lists and in the line', async () => {
    const { open, secret, threadId, front, behind, call, path } = await makeSpanning();
    const hidden = { hidden: true };
    const one = await readThread(path, call);
    expect(one).toMatchObject({ threadId, size: 2, head: hidden, inProgress: null, next: { code: 'ready' } });
    expect(await readThreads(`queue=${open}`, call)).toMatchObject([{ threadId, size: 2, head: hidden }]);
    expect(await readMembers(`${path}/members`, call)).toMatchObject([hidden, { id: behind.id }]);
    expect(await readMembers(`/v1/thread-members?threadId=${threadId}`, call)).toMatchObject([hidden, {}]);
    expectNothingOf(one, front.id, secret);

    const held = await here.takeOne(secret, { workerId: 'a secret worker' });
    const running = await readThread(path, call);
    expect(running).toMatchObject({
      inProgress: hidden,
      head: { id: behind.id },
      next: { code: 'after_task' },
    });
    expectNothingOf(running, front.id, secret, 'a secret worker');
    await here.complete([held]);
    expect(await readThread(path, call)).toMatchObject({ size: 1, head: { id: behind.id } });
    await here.delete([behind.id]);
  });

  it('explains that somebody is before the caller’s task, and no more', async () => {
    const { secret, front, behind, call } = await makeSpanning();
    await here.call('POST', `/v1/queues/${secret}/pause`, {});
    const explain = async () => (await call('GET', `/v1/tasks/${behind.id}/explain`)).body;
    const paused = await explain();
    expect(paused).toMatchObject({
      phase: 'waiting',
      causes: [
        { code: 'behind_in_thread', hidden: true },
        { code: 'queue_paused', hidden: true },
        { code: 'no_worker_seen', hidden: true },
      ],
      next: { code: 'after_resume' },
    });
    expectNothingOf(paused, front.id, secret);
    await here.call('POST', `/v1/queues/${secret}/resume`);
    const held = await here.takeOne(secret, { workerId: 'a secret worker' });
    const running = await explain();
    expect(running).toMatchObject({ next: { code: 'after_task' } });
    expectNothingOf(running, front.id, secret, 'a secret worker');
    await here.complete([held]);
    await here.delete([behind.id]);
  });

  it('does not exist for a caller who may read none of its members', async () => {
    const { secret, threadId, front, behind, path } = await makeSpanning();
    const elsewhere = await here.makeQueue();
    for (const patterns of [[elsewhere], ['no-queue-has-this-name-*']]) {
      const call = await callerForQueues(spool, patterns);
      for (const one of [path, `${path}/members`, `/v1/thread-members?threadId=${threadId}`]) {
        const { status, body } = await call<Problem>('GET', one);
        expect([one, status, body.code]).toEqual([one, 404, 'thread_not_found']);
      }
      const named = await call<Problem>('GET', `${path}?queue=${secret}`);
      expect([named.status, named.body.code]).toEqual([404, 'queue_not_found']);
      expect(await readThreads('', call)).toEqual([]);
      expect(await readThreads(`threadId=${threadId}`, call)).toEqual([]);
    }
    await here.delete([front.id, behind.id]);
  });

  it('counts only the dead that the caller may read', async () => {
    const { open, secret, front, behind, call, path } = await makeSpanning();
    await here.fail([await here.takeOne(secret)], { retryable: false });
    expect((await here.task(front.id)).state).toBe('DEAD');
    expect(await readThread(path)).toMatchObject({ size: 1, deadCount: 1 });
    expect(await readThread(path, call)).toMatchObject({ size: 1, deadCount: 0 });
    const { id } = await here.takeOne(open);
    expect(id).toBe(behind.id);
    await here.delete([id]);
  });
});
