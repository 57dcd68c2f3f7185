import type { MigrationInterface, QueryRunner } from 'typeorm';
import { continueIds, keepIds } from './next-ids.js';

const tableOptions = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

const createQueues = `
CREATE TABLE IF NOT EXISTS queues (
  id            INT UNSIGNED NOT NULL AUTO_INCREMENT,
  name          VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  configuration TEXT NOT NULL,
  paused        TINYINT NOT NULL DEFAULT 0,
  pause_reason  VARCHAR(500) NULL,
  version       INT UNSIGNED NOT NULL DEFAULT 1,
  created_at    DATETIME(3) NOT NULL,
  updated_at    DATETIME(3) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY queues_by_name (name)
) ${tableOptions}`;

/** What a task carries through its whole life, whichever table it is in. */
const taskColumns = `
  queue_id       INT UNSIGNED NOT NULL,
  thread_key     BINARY(16) NULL,
  thread_id      VARBINARY(255) NULL,
  type           VARBINARY(400) NULL,
  attempt        SMALLINT UNSIGNED NOT NULL,
  max_attempts   SMALLINT UNSIGNED NOT NULL,
  backoff        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL,
  scheduled_at   DATETIME(3) NOT NULL,
  enqueued_at    DATETIME(3) NOT NULL,
  payload        MEDIUMTEXT NOT NULL,
  payload_bytes  INT UNSIGNED NOT NULL,
  traceparent    VARCHAR(55) CHARACTER SET ascii COLLATE ascii_bin NULL,
  restarted_from BIGINT NULL,
  dead_letter    TEXT NULL`;

/** `ready_at` is set exactly for candidates: tasks without a thread, and heads of threads with nobody IN_PROGRESS. */
const createTasks = `
CREATE TABLE IF NOT EXISTS tasks (
  id             BIGINT NOT NULL AUTO_INCREMENT,
  ready_at       DATETIME(3) NULL,
  ${taskColumns},
  PRIMARY KEY (id),
  KEY tasks_ready (queue_id, ready_at, id, attempt),
  KEY tasks_line (thread_key, scheduled_at, id)
) ${tableOptions}`;

/** `front_task_id`: the IN_PROGRESS member, else the head. `scope_queue_id`: 0 for the whole installation. */
const createThreads = `
CREATE TABLE IF NOT EXISTS threads (
  thread_key      BINARY(16) NOT NULL,
  thread_id       VARBINARY(255) NOT NULL,
  scope_queue_id  INT UNSIGNED NOT NULL,
  front_task_id   BIGINT NOT NULL,
  size            INT UNSIGNED NOT NULL,
  last_arrival_at DATETIME(3) NULL,
  created_at      DATETIME(3) NOT NULL,
  PRIMARY KEY (thread_key),
  KEY threads_by_id (thread_id, scope_queue_id),
  KEY threads_by_age (created_at, thread_key)
) ${tableOptions}`;

/** The slot is the thread's key, or a free task's id: the primary key refuses a second lease (R1). */
const createLeases = `
CREATE TABLE IF NOT EXISTS leases (
  slot       BINARY(16) NOT NULL,
  token      BIGINT NOT NULL AUTO_INCREMENT,
  task_id    BIGINT NOT NULL,
  queue_id   INT UNSIGNED NOT NULL,
  worker_id  VARBINARY(400) NOT NULL,
  started_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  progress   TEXT NULL,
  PRIMARY KEY (slot),
  KEY leases_by_token (token),
  KEY leases_by_expiry (expires_at)
) ${tableOptions}`;

const createDeadTasks = `
CREATE TABLE IF NOT EXISTS dead_tasks (
  id            BIGINT NOT NULL,
  ${taskColumns},
  died_at       DATETIME(3) NOT NULL,
  error_type    VARCHAR(200) NULL,
  error_message TEXT NOT NULL,
  error_group   BINARY(8) NOT NULL,
  settled_token BIGINT NULL,
  PRIMARY KEY (id),
  KEY dead_tasks_by_queue (queue_id, died_at, id),
  KEY dead_tasks_by_death (died_at, id),
  KEY dead_tasks_by_thread (thread_key, died_at, id),
  KEY dead_tasks_by_group (error_group, died_at, id)
) ${tableOptions}`;

const createFinishedTasks = `
CREATE TABLE IF NOT EXISTS finished_tasks (
  id            BIGINT NOT NULL,
  ${taskColumns},
  state         TINYINT UNSIGNED NOT NULL,
  finished_at   DATETIME(3) NOT NULL,
  result        TEXT NULL,
  worker_id     VARBINARY(400) NULL,
  started_at    DATETIME(3) NULL,
  settled_token BIGINT NULL,
  successor_id  BIGINT NULL,
  error_type    VARCHAR(200) NULL,
  error_message TEXT NULL,
  PRIMARY KEY (id),
  KEY finished_tasks_by_end (queue_id, state, finished_at, id)
) ${tableOptions}`;

const createFailedAttempts = `
CREATE TABLE IF NOT EXISTS failed_attempts (
  task_id       BIGINT NOT NULL,
  attempt       SMALLINT UNSIGNED NOT NULL,
  token         BIGINT NOT NULL,
  lapsed        TINYINT NOT NULL,
  worker_id     VARBINARY(400) NOT NULL,
  started_at    DATETIME(3) NOT NULL,
  ended_at      DATETIME(3) NOT NULL,
  error_type    VARCHAR(200) NULL,
  error_message TEXT NOT NULL,
  error_stack   TEXT NULL,
  PRIMARY KEY (task_id, attempt)
) ${tableOptions}`;

const createDedupKeys = `
CREATE TABLE IF NOT EXISTS dedup_keys (
  queue_id   INT UNSIGNED NOT NULL,
  dedup_key  VARBINARY(400) NOT NULL,
  task_id    BIGINT NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  PRIMARY KEY (queue_id, dedup_key),
  KEY dedup_keys_by_expiry (expires_at)
) ${tableOptions}`;

const createTransactionMarks = `
CREATE TABLE IF NOT EXISTS transaction_marks (
  mark    BINARY(16) NOT NULL,
  made_at DATETIME(3) NOT NULL,
  PRIMARY KEY (mark),
  KEY transaction_marks_by_age (made_at)
) ${tableOptions}`;

/** Kept with every change, in several slots a queue so that no row is hot; a count is the sum over the slots. */
const createCounters = `
CREATE TABLE IF NOT EXISTS counters (
  queue_id    INT UNSIGNED NOT NULL,
  slot        SMALLINT UNSIGNED NOT NULL,
  live        BIGINT NOT NULL,
  in_progress BIGINT NOT NULL,
  waiting     BIGINT NOT NULL,
  dead        BIGINT NOT NULL,
  completed   BIGINT NOT NULL,
  PRIMARY KEY (queue_id, slot)
) ${tableOptions}`;

const createWorkers = `
CREATE TABLE IF NOT EXISTS workers (
  worker_id    VARBINARY(400) NOT NULL,
  queue_id     INT UNSIGNED NOT NULL,
  last_call_at DATETIME(3) NOT NULL,
  PRIMARY KEY (worker_id, queue_id),
  KEY workers_by_queue (queue_id, last_call_at),
  KEY workers_by_last_call (last_call_at)
) ${tableOptions}`;

const tablesInOrder = [
  createQueues,
  createTasks,
  createThreads,
  createLeases,
  createDeadTasks,
  createFinishedTasks,
  createFailedAttempts,
  createDedupKeys,
  createTransactionMarks,
  createCounters,
  createWorkers,
];

/** The tables of the queue itself. */
export class CreateQueueTables1764460800000 implements MigrationInterface {
  readonly name = 'CreateQueueTables1764460800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tablesInOrder) await runner.query(statement);
    await continueIds(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await keepIds(runner);
    const names = tablesInOrder.map((statement) => /IF NOT EXISTS (\w+)/.exec(statement)?.[1]);
    for (const name of names.toReversed()) await runner.query(`DROP TABLE IF EXISTS ${name}`);
  }
}
