import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { Conversation } from '../../src/platform/database/conversation.js';
import { setUpStore } from '../support/bare-store.js';

const store = setUpStore();
let runner: QueryRunner;

const insert = 'INSERT INTO notes (id, text) VALUES ?';
const countNotes = 'SELECT COUNT(*) AS count FROM notes';
const wrong = 'SELECT nothing FROM notes';

beforeAll(async () => {
  await store.byHand('CREATE TABLE notes (id INT PRIMARY KEY, text LONGTEXT NOT NULL)');
});

beforeEach(async () => {
  await store.byHand('DELETE FROM notes');
});

const ids = async (): Promise<number[]> => {
  const rows = await store.database.read((sql) =>
    sql.rows<{ id: number }>('SELECT id FROM notes ORDER BY id'),
  );
  return rows.map(({ id }) => id);
};

/** A conversation within a transaction, and the packets that it sends. */
const converse = async (
  limits: {
    readonly statementsAtOnce?: number;
  } = {},
): Promise<{ sql: Conversation; packets: string[] }> => {
  runner = store.database.dataSource.createQueryRunner();
  await runner.startTransaction();
  const packets: string[] = [];
  const sql = new Conversation({
    ...limits,
    query: (text: string, parameters?: unknown[]) => {
      packets.push(text);
      return runner.query(text, parameters);
    },
  });
  return { sql, packets };
};

const commit = async (): Promise<void> => {
  await runner.commitTransaction();
  await runner.release();
};

const rollBack = async (): Promise<void> => {
  await runner.rollbackTransaction();
  await runner.release();
};

describe('A conversation with the database', () => {
  it('sends what is asked for in the same turn in one packet, and answers each', async () => {
    const { sql, packets } = await converse();
    const [change, rows] = await Promise.all([
      sql.change(insert, [[[1, 'one']]]),
      sql.rows<{ count: string }>(countNotes),
    ]);
    expect(change.affectedRows).toBe(1);
    expect(rows).toEqual([{ count: '1' }]);
    expect(packets).toHaveLength(1);
    await commit();
  });

  it('runs what is deferred before the next statement, in its packet', async () => {
    const { sql, packets } = await converse();
    sql.defer(insert, [[[1, 'one']]]);
    sql.defer(insert, [[[2, 'two']]]);
    expect(await sql.rows(countNotes)).toEqual([{ count: '2' }]);
    expect(packets).toHaveLength(1);
    await commit();
  });

  it('runs what is still deferred when it finishes', async () => {
    const { sql } = await converse();
    sql.defer(insert, [[[1, 'one']]]);
    await sql.finish();
    await commit();
    expect(await ids()).toEqual([1]);
  });

  it('runs nothing behind a statement that fails: not of its packet, and nothing later', async () => {
    const { sql, packets } = await converse();
    const asked = await Promise.allSettled([
      sql.rows(countNotes),
      sql.rows(wrong),
      sql.change(insert, [[[1, 'behind it in its packet']]]),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(sql.change(insert, [[[2, 'later']]])).rejects.toThrow('nothing');
    sql.defer(insert, [[[3, 'deferred']]]);
    await expect(sql.finish()).rejects.toThrow('nothing');
    expect(packets).toHaveLength(1);
    await commit();
    expect(await ids()).toEqual([]);
  });

  it('tells what went wrong with a deferred statement where the next answer is awaited', async () => {
    const { sql } = await converse();
    sql.defer(wrong);
    await expect(sql.rows(countNotes)).rejects.toThrow('nothing');
    await rollBack();
  });

  it('sends nothing of a transaction that another branch has ended', async () => {
    const { sql } = await converse();
    const branch = sql.rows(countNotes).then(() => sql.change(insert, [[[1, 'too late']]]));
    sql.end(new Error('The other branch failed.'));
    await expect(branch).rejects.toThrow('The other branch failed.');
    await rollBack();
  });

  it('sends one statement after the other, in order, where they must not travel together', async () => {
    const { sql, packets } = await converse({ statementsAtOnce: 1 });
    sql.defer(insert, [[[1, 'one']]]);
    const [before, after] = await Promise.all([
      sql.rows(countNotes),
      sql.rows('SELECT COUNT(*) + 1 AS count FROM notes'),
    ]);
    sql.defer(insert, [[[2, 'two']]]);
    await sql.finish();
    expect([before, after]).toEqual([[{ count: '1' }], [{ count: '2' }]]);
    expect(packets.map((text) => text.slice(0, 6))).toEqual(['INSERT', 'SELECT', 'SELECT', 'INSERT']);
    await commit();
    expect(await ids()).toEqual([1, 2]);
  });

  it('sends nothing after a statement that fails there', async () => {
    const { sql, packets } = await converse({ statementsAtOnce: 1 });
    const asked = await Promise.allSettled([sql.rows(wrong), sql.change(insert, [[[1, 'behind it']]])]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(packets).toHaveLength(1);
    await commit();
    expect(await ids()).toEqual([]);
  });

  it('spreads more than servers take at once over several packets', async () => {
    const { sql, packets } = await converse();
    const long = 'x'.repeat(3 * 1024 * 1024);
    await Promise.all([1, 2, 3].map((id) => sql.change(insert, [[[id, long]]])));
    expect(packets).toHaveLength(3);
    await commit();
    expect(await ids()).toEqual([1, 2, 3]);
  });
});
