/** Damage done by hand to thread `a` (first and second in line, first IN_PROGRESS), thread `b` and a free task. */
export interface RowDamage {
  readonly what: string;
  readonly statements: readonly string[];
  /** What the auditor says, among other things. */
  readonly says: RegExp;
}

/** Each contradiction that hands can make. */
export const rowDamages: readonly RowDamage[] = [
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
