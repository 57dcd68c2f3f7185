/** The rows of the three tables brought to one shape; columns that a table lacks are null. */
export interface TaskViewRow {
  id: string;
  queue_id: number;
  queue_name: string;
  queue_paused: number;
  thread_key: Buffer | null;
  thread_id: Buffer | null;
  type: Buffer | null;
  attempt: number;
  max_attempts: number;
  scheduled_at: Date;
  enqueued_at: Date;
  restarted_from: string | null;
  dead_letter: string | null;
  now: Date;
  source: 'live' | 'dead' | 'finished';
  ready_at: Date | null;
  lease_worker: Buffer | null;
  lease_started_at: Date | null;
  lease_expires_at: Date | null;
  lease_progress: string | null;
  ended_at: Date | null;
  error_type: string | null;
  error_message: string | null;
  error_group: Buffer | null;
  finished_state: number | null;
  worker_id: Buffer | null;
  started_at: Date | null;
  successor_id: string | null;
}

const sharedColumns = `t.id, t.queue_id, q.name AS queue_name, q.paused AS queue_paused, t.thread_key, t.thread_id, t.type,
  t.attempt, t.max_attempts, t.scheduled_at, t.enqueued_at, t.restarted_from, t.dead_letter, NOW(3) AS now`;
const noLease =
  'NULL AS lease_worker, NULL AS lease_started_at, NULL AS lease_expires_at, NULL AS lease_progress';

/** The lease of a live task, by its slot. */
export const leaseOfTask = `LEFT JOIN leases l
  ON l.slot = COALESCE(t.thread_key, UNHEX(LPAD(HEX(t.id), 32, '0'))) AND l.task_id = t.id`;
/** Joined last and by its key: an optimizer that began with the few queues would have to sort all their tasks. */
export const queueOfTask = 'STRAIGHT_JOIN queues q FORCE INDEX (PRIMARY) ON q.id = t.queue_id';

export const liveView = `${sharedColumns}, 'live' AS source, t.ready_at, l.worker_id AS lease_worker,
  l.started_at AS lease_started_at, l.expires_at AS lease_expires_at, l.progress AS lease_progress, NULL AS ended_at,
  NULL AS error_type, NULL AS error_message, NULL AS error_group, NULL AS finished_state, NULL AS worker_id,
  NULL AS started_at, NULL AS successor_id`;
export const deadView = `${sharedColumns}, 'dead' AS source, NULL AS ready_at, ${noLease}, t.died_at AS ended_at, t.error_type,
  t.error_message, t.error_group, NULL AS finished_state, NULL AS worker_id, NULL AS started_at, NULL AS successor_id`;
export const finishedView = `${sharedColumns}, 'finished' AS source, NULL AS ready_at, ${noLease}, t.finished_at AS ended_at,
  t.error_type, t.error_message, NULL AS error_group, t.state AS finished_state, t.worker_id, t.started_at, t.successor_id`;

export const fromLive = `FROM tasks t ${queueOfTask} ${leaseOfTask}`;
export const fromDead = `FROM dead_tasks t ${queueOfTask}`;
export const fromFinished = `FROM finished_tasks t ${queueOfTask}`;
