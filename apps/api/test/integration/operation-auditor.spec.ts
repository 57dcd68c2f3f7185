import { beforeEach, describe, expect, it } from '@jest/globals';
import '../support/patience.js';
import { audit } from '../../src/auditor/auditor.js';
import { setUpStore } from '../support/bare-store.js';

/** A covered task as rows of operation 7 have it, and what the auditor says of it, among other things. */
interface Damage {
  readonly what: string;
  readonly row: string;
  readonly more?: string;
  readonly says: string;
}

const row = (
  outcome: number,
  given: { taskId?: string; newId?: string; place?: number; groups?: string } = {},
): string => {
  const { taskId = '901', newId = '902', place = 1, groups = `UNHEX('0000000000000001'), NULL` } = given;
  return `INSERT INTO operation_tasks (operation_id, place, task_id, queue_id, died_at, outcome, new_id, error_group, new_group)
    VALUES (7, ${place}, ${taskId}, 1, NOW(3), ${outcome}, ${newId}, ${groups})`;
};
const deadCopy = (id: string): string => `
  INSERT INTO dead_tasks (id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes, died_at, error_message)
  SELECT ${id}, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes, NOW(3), 'broken' FROM tasks WHERE id = :live`;
const finishedCopy = (id: string, state: number, successor = 'NULL'): string => `
  INSERT INTO finished_tasks (id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes, state, finished_at, successor_id)
  SELECT ${id}, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes, ${state}, NOW(3), ${successor} FROM tasks WHERE id = :live`;

const damages: readonly Damage[] = [
  {
    what: 'a restart that is awaited and gone',
    row: row(2),
    says: 'Restarted and awaited, but not live: task 901 of operation 7.',
  },
  {
    what: 'a live task that is another’s restart',
    row: row(2, { newId: ':live' }),
    says: 'Restarted and awaited, but not live: task 901 of operation 7.',
  },
  {
    what: 'a restart that has ended and is live',
    row: row(3, { newId: ':live' }),
    says: 'Said to have ended, but its restart is live: task 901 of operation 7.',
  },
  {
    what: 'a restart that passed and is dead',
    row: row(3),
    more: deadCopy('902'),
    says: 'Said to have passed, but its restart is dead: task 901 of operation 7.',
  },
  {
    what: 'a restart that failed again and completed',
    row: row(4),
    more: finishedCopy('902', 1),
    says: 'Said to have failed again, but its restart completed: task 901 of operation 7.',
  },
  {
    what: 'a restarted task that is dead',
    row: row(3),
    more: deadCopy('901'),
    says: 'Restarted, and dead all the same: task 901 of operation 7.',
  },
  {
    what: 'a deleted task that is dead',
    row: row(6),
    more: deadCopy('901'),
    says: 'Deleted, and dead all the same: task 901 of operation 7.',
  },
  {
    what: 'an undone restart whose record is kept',
    row: row(8),
    more: finishedCopy('901', 2, '902'),
    says: 'Undone, and its restart is kept: task 901 of operation 7.',
  },
  {
    what: 'a task that is restarted twice',
    row: row(3),
    more: row(3, { newId: '903', place: 2 }),
    says: 'Restarted 2 times by operations: task 901.',
  },
  {
    what: 'a task of an operation that is not there',
    row: row(1),
    more: 'DELETE FROM operations WHERE id = 7',
    says: 'Of an operation that does not exist: task 901 of operation 7.',
  },
  {
    what: 'a total that is not that of the tasks',
    row: row(1),
    more: row(1, { taskId: '904', place: 2 }),
    says: 'Operation 7 says total 1, but its tasks say 2.',
  },
  {
    what: 'what is done and not counted',
    row: row(6),
    says: 'Operation 7 says done 0, but its tasks say 1.',
  },
  {
    what: 'what failed and is not counted',
    row: row(7),
    says: 'Operation 7 says failed 0, but its tasks say 1.',
  },
  {
    what: 'what is undone and not counted',
    row: row(8),
    says: 'Operation 7 says undone 0, but its tasks say 1.',
  },
  {
    what: 'an end that is not counted',
    row: row(3),
    says: 'Operation 7 counts 0 of kind 1, but its tasks say 1.',
  },
  {
    what: 'an end by an error that is counted as another',
    row: row(4, { groups: `UNHEX('0000000000000001'), UNHEX('0000000000000002')` }),
    more: `INSERT INTO operation_counts (operation_id, kind, error_group, slot, count, sample_id)
      VALUES (7, 2, UNHEX('0000000000000002'), 0, 1, 902)`,
    says: 'Operation 7 counts 0 of kind 3, but its tasks say 1.',
  },
];

const store = setUpStore();
let live: string;

beforeEach(async () => {
  await store.empty();
  [live = ''] = await store.enqueue([{}]);
  await store.byHand(`
    INSERT INTO operations (id, action, state, attention, filter, created_by, is_past_canary, total, done, failed, undone,
      paced_until_us, created_at)
    VALUES (7, 'restart', 'running', 2, '{}', 'key:1', 0, 1, 0, 0, 0, 0, NOW(3))`);
});

describe('The auditor of operations', () => {
  it('finds nothing where a task waits for its turn', async () => {
    await store.byHand(row(1));
    expect(await audit(store.database)).toEqual([]);
  });

  it.each(damages)('sees $what', async ({ row: covered, more, says }) => {
    for (const statement of [covered, ...(more === undefined ? [] : [more])])
      expect(await store.byHand(statement.replaceAll(':live', live))).toBe(1);
    expect(await audit(store.database)).toContain(says);
  });
});
