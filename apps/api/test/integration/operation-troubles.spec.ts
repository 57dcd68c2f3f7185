import { describe, expect, it } from '@jest/globals';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { freshName } from '../support/fresh-names.js';
import { workOff } from '../support/operation-calls.js';
import { setUpOperations, some } from '../support/operation-stage.js';

const stage = setUpOperations();
const { tasks, operations } = stage;

const byHand = (statement: string, parameters: readonly unknown[]): Promise<number> =>
  stage.spool.database.write(async (sql) => (await sql.change(statement, parameters)).affectedRows);

describe('A task that no attempt can restart', () => {
  it('is given up with its code; all others go on', async () => {
    const queue = await stage.makeQueue();
    const threadId = freshName('thread');
    const given = [...some(120), { threadId }, ...some(120)];
    const ids = await stage.dead(queue, given);
    const { id: later } = await tasks.enqueue(queue, { threadId, delayMs: 3_600_000 });
    const key = Buffer.from(threadKeyOf(0, threadId), 'hex');
    const rename = (name: string): Promise<number> =>
      byHand('UPDATE threads SET thread_id = ? WHERE thread_key = ?', [Buffer.from(name, 'utf8'), key]);
    expect(await rename('another')).toBe(1);
    const { id } = await operations.create({ action: 'restart', filter: { queue } });
    const ended = await operations.untilState(id, 'completed');
    await rename(threadId);
    expect(ended).toMatchObject({ total: 241, done: 240, failed: 1 });
    const { items } = await operations.tasks(id, '?outcome=failed');
    expect(items).toMatchObject([{ id: ids[120], code: 'internal_error', threadId }]);
    expect((await operations.get(id)).failures).toEqual([{ code: 'internal_error', count: 1 }]);
    expect((await tasks.deadTasks({ queue })).map((one) => one.id)).toEqual([ids[120]]);
    await workOff(tasks, queue);
    await tasks.delete([later]);
  });
});

describe('Payloads of the largest size', () => {
  it('are restarted in transactions of a few megabytes', async () => {
    const queue = await stage.makeQueue();
    const payload = 'x'.repeat(250_000);
    await stage.dead(queue, some(40, { payload }));
    const { id } = await operations.create({ action: 'restart', filter: { queue } });
    expect(await operations.untilState(id, 'completed')).toMatchObject({ done: 40, failed: 0 });
    const held = await tasks.dequeue(queue, { max: 1 });
    expect(held[0]?.payload).toBe(payload);
    await operations.command(id, 'undo');
    const undone = await operations.until(id, 'undone', ({ undo }) => undo === 'completed');
    expect(undone).toMatchObject({ done: 1, undone: 39 });
  });
});

describe('What an operation leaves', () => {
  it('is forgotten a month after its end, and not before', async () => {
    const queue = await stage.makeQueue();
    await stage.dead(queue, some(3));
    const { id } = await operations.create({ action: 'delete', filter: { queue } });
    const kept = await operations.create({ action: 'delete', filter: { queue } });
    await operations.untilState(id, 'completed');
    await operations.untilState(kept.id, 'completed');
    const age = 'UPDATE operations SET finished_at = finished_at - INTERVAL ? DAY WHERE id = ?';
    await byHand(age, [31, id]);
    await byHand(age, [29, kept.id]);
    await operations.untilGone(id);
    expect((await operations.get(kept.id)).state).toBe('completed');
    const left = await stage.spool.database.read((sql) =>
      sql.rows('SELECT 1 FROM operation_tasks WHERE operation_id = ?', [id]),
    );
    expect(left).toEqual([]);
  });
});
