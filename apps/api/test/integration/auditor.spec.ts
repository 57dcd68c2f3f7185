import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { audit } from '../../src/auditor/auditor.js';
import { findContradictions, findPage } from '../../src/store/auditor/audit-store.js';
import { auditWalks } from '../../src/store/auditor/audit-walks.js';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { BareStore } from '../support/bare-store.js';
import { countRowsLookedAt } from '../support/query-plan.js';
import { statementsOf } from '../support/recorded-statements.js';

/** Damage done by hand to thread `a` (first and second in line, first IN_PROGRESS), thread `b` and a free task. */
interface Damage {
  readonly what: string;
  readonly statements: readonly string[];
  /** What the auditor says, among other things. */
  readonly says: RegExp;
}

const damages: readonly Damage[] = [
  {
    what: 'a lease whose task is gone',
    statements: ['DELETE FROM tasks WHERE id = :first'],
    says: /^The lease with token \d+ holds task :first, which is not live\.$/,
  },
  {
    what: 'a lease in a slot that is not its thread’s',
    statements: [`UPDATE leases SET slot = UNHEX('80000000000000000000000000000001') WHERE task_id = :first`],
    says: /^The lease of task :first is in slot 80000000000000000000000000000001, which is not that of its thread or its own\.$/,
  },
  {
    what: 'a lease that names another queue than its task',
    statements: ['UPDATE leases SET queue_id = 77 WHERE task_id = :first'],
    says: /^The lease of task :first names queue 77, but the task is in queue \d+\.$/,
  },
  {
    what: 'two leases for one task',
    statements: [
      `INSERT INTO leases (slot, task_id, queue_id, worker_id, started_at, expires_at)
       SELECT UNHEX('80000000000000000000000000000002'), task_id, queue_id, worker_id, started_at, expires_at
       FROM leases WHERE task_id = :first`,
    ],
    says: /^There are 2 leases for task :first\.$/,
  },
  {
    what: 'two members of a thread in progress',
    statements: [
      `INSERT INTO leases (slot, task_id, queue_id, worker_id, started_at, expires_at)
       SELECT UNHEX('80000000000000000000000000000003'), :second, queue_id, worker_id, started_at, expires_at
       FROM leases WHERE task_id = :first`,
    ],
    says: /^There are 2 members of thread [0-9A-F]{32} in progress\.$/,
  },
  {
    what: 'a task that is offered while it is in progress',
    statements: ['UPDATE tasks SET ready_at = scheduled_at WHERE id = :first'],
    says: /^In progress, yet offered for dequeue: task :first\.$/,
  },
  {
    what: 'a task that is offered behind a lease',
    statements: ['UPDATE tasks SET ready_at = scheduled_at WHERE id = :second'],
    says: /^Offered for dequeue behind task :first, which is in progress: task :second\.$/,
  },
  {
    what: 'a head that is not offered',
    statements: ['UPDATE tasks SET ready_at = NULL WHERE id = :head'],
    says: /^Nobody runs in thread [0-9A-F]{32}, but its head, task :head, is not offered\.$/,
  },
  {
    what: 'a task in progress whose lease is gone',
    statements: ['DELETE FROM leases WHERE task_id = :first'],
    says: /^Nobody runs in thread [0-9A-F]{32}, but its head, task :first, is not offered\.$/,
  },
  {
    what: 'a second candidate in a thread',
    statements: ['UPDATE tasks SET ready_at = scheduled_at WHERE id = :behind'],
    says: /^Offered for dequeue, but not the head of thread [0-9A-F]{32}: task :behind\.$/,
  },
  {
    what: 'a task without a thread that nobody offers',
    statements: ['UPDATE tasks SET ready_at = NULL WHERE id = :free'],
    says: /^Without a thread, in nobody's hands, and not offered: task :free\.$/,
  },
  {
    what: 'a task that is offered before its time',
    statements: ['UPDATE tasks SET scheduled_at = ready_at + INTERVAL 1 HOUR WHERE id = :free'],
    says: /^Offered before its time: task :free\.$/,
  },
  {
    what: 'a thread without members',
    statements: ['DELETE FROM tasks WHERE id IN (:head, :behind)'],
    says: /^Without a member: thread [0-9A-F]{32}\.$/,
  },
  {
    what: 'members without their thread',
    statements: ['DELETE FROM threads WHERE front_task_id = :head'],
    says: /^Without a row, but with members: thread [0-9A-F]{32}\.$/,
  },
  {
    what: 'a thread whose row names another front',
    statements: ['UPDATE threads SET front_task_id = :behind WHERE front_task_id = :head'],
    says: /^The front of thread [0-9A-F]{32} is task :head, but its row names :behind\.$/,
  },
  {
    what: 'a head that is not the earliest, compared as numbers',
    statements: ['UPDATE tasks SET scheduled_at = scheduled_at - INTERVAL 1 SECOND WHERE id = :behind'],
    says: /^The front of thread [0-9A-F]{32} is task :behind, but its row names :head\.$/,
  },
  {
    what: 'a thread whose size is wrong',
    statements: ['UPDATE threads SET size = 5 WHERE front_task_id = :head'],
    says: /^There are 2 members of thread [0-9A-F]{32}, but its row says 5\.$/,
  },
  {
    what: 'a thread whose key is not made from its id',
    statements: [`UPDATE threads SET thread_id = 'another' WHERE front_task_id = :head`],
    says: /^The key is not made from scope and id: thread [0-9A-F]{32}\.$/,
  },
  {
    what: 'a member that carries another id than its thread',
    statements: [`UPDATE tasks SET thread_id = 'another' WHERE id = :behind`],
    says: /^Another thread id than that of thread [0-9A-F]{32} is on task :behind\.$/,
  },
  {
    what: 'a thread id without a thread',
    statements: [`UPDATE tasks SET thread_id = 'another' WHERE id = :free`],
    says: /^A thread id without a thread, or the reverse, is on task :free\.$/,
  },
  {
    what: 'a task in progress that was never attempted',
    statements: ['UPDATE tasks SET attempt = 0 WHERE id = :first'],
    says: /^In progress without an attempt: task :first\.$/,
  },
  {
    what: 'more attempts than allowed',
    statements: ['UPDATE tasks SET attempt = 6 WHERE id = :first'],
    says: /^More attempts than allowed: task :first\.$/,
  },
  {
    what: 'an enqueued task with no attempt left',
    statements: ['UPDATE tasks SET attempt = 5 WHERE id = :head'],
    says: /^Enqueued, with no attempt left: task :head\.$/,
  },
  {
    what: 'a task whose queue is gone',
    statements: ['UPDATE tasks SET queue_id = 77 WHERE id = :free'],
    says: /^Of a queue that does not exist: task :free\.$/,
  },
  {
    what: 'a task that is live and dead',
    statements: [
      `INSERT INTO dead_tasks (id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes,
         died_at, error_message)
       SELECT id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes,
         NOW(3), 'broken' FROM tasks WHERE id = :free`,
    ],
    says: /^Both live and dead: task :free\.$/,
  },
  {
    what: 'a task that is live and finished',
    statements: [
      `INSERT INTO finished_tasks (id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload,
         payload_bytes, state, finished_at)
       SELECT id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes, 2, NOW(3)
       FROM tasks WHERE id = :free`,
    ],
    says: /^Both live and finished: task :free\.$/,
  },
  {
    what: 'a task that is dead and finished',
    statements: [
      `INSERT INTO dead_tasks (id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes,
         died_at, error_message)
       SELECT id, queue_id, attempt, max_attempts, scheduled_at, enqueued_at, payload, payload_bytes,
         NOW(3), 'broken' FROM finished_tasks WHERE id = :done`,
    ],
    says: /^Both dead and finished: task :done\.$/,
  },
  {
    what: 'live tasks that the counters do not know',
    statements: ['DELETE FROM tasks WHERE id = :free'],
    says: /^Queue orders has 4 tasks live, but its counters say 5\.$/,
  },
  {
    what: 'a group that counts a dead task too many',
    statements: [
      `INSERT INTO error_groups (error_group, queue_id, message, dead, threads, first_seen_at, last_seen_at, sample_task_id)
       VALUES (UNHEX('0123456789abcdef'), 1, 'broken', 1, 1, NOW(3), NOW(3), 1)`,
    ],
    says: /^Group 0123456789ABCDEF has 0 dead tasks in 0 threads, but counts 1 in 1\.$/,
  },
  {
    what: 'leases that the counters do not know',
    statements: ['UPDATE counters SET in_progress = in_progress + 2 WHERE in_progress > 0'],
    says: /^Queue orders has 1 tasks in progress, but its counters say 3\.$/,
  },
  {
    what: 'waiting tasks that the counters do not know',
    statements: ['UPDATE counters SET waiting = waiting + 1 WHERE waiting > 0'],
    says: /^Queue orders has 2 tasks waiting, but its counters say 3\.$/,
  },
  {
    what: 'dead tasks that the counters do not know',
    statements: ['UPDATE counters SET dead = dead + 1 WHERE live > 0'],
    says: /^Queue orders has 0 tasks dead, but its counters say 1\.$/,
  },
  {
    what: 'completed tasks that the counters do not know',
    statements: ['DELETE FROM finished_tasks'],
    says: /^Queue orders has 0 tasks completed, but its counters say 1\.$/,
  },
];

jest.setTimeout(60_000);

type Name = 'first' | 'second' | 'head' | 'behind' | 'free' | 'done';

let store: BareStore;
let ids: Record<Name, string>;

const withIds = (text: string): string =>
  text.replaceAll(/:(first|second|head|behind|free|done)\b/g, (_, name: Name) => ids[name]);

beforeAll(async () => {
  store = await BareStore.open();
});

afterAll(async () => {
  await store.close();
});

beforeEach(async () => {
  await store.empty();
  const [done = ''] = await store.enqueue([{}]);
  await store.take(1);
  await store.complete([done]);
  const [first = '', second = ''] = await store.enqueue([{ thread: 'a' }, { thread: 'a' }]);
  await store.take(1);
  const [head = '', behind = '', free = ''] = await store.enqueue([{ thread: 'b' }, { thread: 'b' }, {}]);
  ids = { done, first, second, head, behind, free };
});

describe('The auditor', () => {
  it('finds nothing in a sound installation', async () => {
    expect(await audit(store.database, { acceptedIds: Object.values(ids) })).toEqual([]);
    expect(await audit(store.database, { rowsAtOnce: 1 })).toEqual([]);
  });

  it.each(damages)('sees $what', async ({ statements, says }) => {
    for (const statement of statements) {
      expect(await store.byHand(withIds(statement))).toBeGreaterThan(0);
    }
    const found = await audit(store.database);
    expect(found).toContainEqual(expect.stringMatching(withIds(says.source)));
    expect(await audit(store.database, { rowsAtOnce: 1 })).toEqual(found);
  });

  it('sees a key whose top bit is that of a task’s own slot', async () => {
    const key = threadKeyOf(0, 'b');
    await store.byHand('UPDATE threads SET thread_key = UNHEX(?) WHERE front_task_id = ?', [
      `0${key.slice(1)}`,
      ids.head,
    ]);
    expect(await audit(store.database)).toContainEqual(
      expect.stringMatching(/^The key is not made from scope and id/),
    );
  });

  it('misses an accepted task that is nowhere', async () => {
    expect(await audit(store.database, { acceptedIds: [ids.free, '999'] })).toEqual([
      'Accepted, and nowhere to be found: task 999.',
    ]);
  });

  it('lets deleted tasks be gone, but not be there', async () => {
    await store.settle([{ kind: 'deleted', id: ids.free }]);
    const acceptedIds = [ids.free, ids.head];
    expect(await audit(store.database, { acceptedIds, deletedIds: [ids.free] })).toEqual([]);
    expect(await audit(store.database, { acceptedIds, deletedIds: acceptedIds })).toEqual([
      `Deleted, and yet live: task ${ids.head}.`,
    ]);
  });
});

describe('The auditor of many rows', () => {
  const many = 5_000;
  const ofEachKind = 20;
  const rowsAtOnce = 100;
  const readsARow = 15;

  beforeEach(async () => {
    const tasks = Array.from({ length: 1_000 }, (_, index) =>
      index % 2 === 0 ? {} : { thread: `thread-${index}` },
    );
    for (let count = 0; count < many; count += tasks.length) await store.enqueue(tasks);
    await store.database.read((sql) => sql.rows('ANALYZE TABLE tasks, threads'));
  });

  it('tells of each page, says the first of each kind, and a page costs what its rows cost', async () => {
    await store.byHand('UPDATE tasks SET attempt = max_attempts + 1 WHERE thread_key IS NULL');
    const rows = new Map<string, number>();
    const found = await audit(store.database, {
      rowsAtOnce,
      onPage: (walk, count) => rows.set(walk, (rows.get(walk) ?? 0) + count),
    });
    expect(found).toHaveLength(ofEachKind);
    expect(rows.get('live tasks')).toBe(many + Object.keys(ids).length - 1);

    for (const walk of auditWalks) {
      const page = await store.database.read((sql) => findPage(sql, walk, walk.start, rowsAtOnce));
      if (page === null) continue;
      for (const check of walk.checks) {
        const statements = await statementsOf((sql) => findContradictions(sql, check, page, ofEachKind));
        for (const statement of statements) {
          const count = await store.database.read((sql) => countRowsLookedAt(sql, statement));
          expect(count).toBeLessThanOrEqual(rowsAtOnce * readsARow);
        }
      }
    }
  });
});
