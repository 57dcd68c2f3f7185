import type { MigrationInterface, QueryRunner } from 'typeorm';

const tableOptions = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';
const word = 'CHARACTER SET ascii COLLATE ascii_bin';

/**
 * `attention`: 2 while the scheduled job has something to do, 1 while only the fate of restarted tasks is awaited, else
 * 0. `paced_until_us`: up to when, in microseconds, the allowance of `rate_per_second` is used up. `undo_place`: below
 * which place an undo goes on.
 */
const createOperations = `
CREATE TABLE IF NOT EXISTS operations (
  id              BIGINT NOT NULL AUTO_INCREMENT,
  action          VARCHAR(10) ${word} NOT NULL,
  state           VARCHAR(10) ${word} NOT NULL,
  attention       TINYINT UNSIGNED NOT NULL,
  filter          TEXT NOT NULL,
  reason          VARCHAR(500) NULL,
  created_by      VARBINARY(400) NOT NULL,
  rate_per_second INT UNSIGNED NULL,
  canary          INT UNSIGNED NULL,
  is_past_canary  TINYINT NOT NULL,
  undo_state      VARCHAR(10) ${word} NULL,
  undo_place      INT UNSIGNED NULL,
  total           INT UNSIGNED NOT NULL,
  done            INT UNSIGNED NOT NULL,
  failed          INT UNSIGNED NOT NULL,
  undone          INT UNSIGNED NOT NULL,
  paced_until_us  BIGINT NOT NULL,
  last_restart_at DATETIME(3) NULL,
  created_at      DATETIME(3) NOT NULL,
  finished_at     DATETIME(3) NULL,
  verified_at     DATETIME(3) NULL,
  PRIMARY KEY (id),
  KEY operations_by_attention (attention, id)
) ${tableOptions}`;

/** The queues of the tasks that an operation covers: with their names, for a queue may be deleted before its operations. */
const createOperationQueues = `
CREATE TABLE IF NOT EXISTS operation_queues (
  operation_id BIGINT NOT NULL,
  queue_id     INT UNSIGNED NOT NULL,
  name         VARCHAR(100) ${word} NOT NULL,
  PRIMARY KEY (operation_id, queue_id)
) ${tableOptions}`;

/** One row a task that an operation covers: `place` is its turn, `error_group` and `died_at` are what an undo brings back. */
const createOperationTasks = `
CREATE TABLE IF NOT EXISTS operation_tasks (
  operation_id BIGINT NOT NULL,
  place        INT UNSIGNED NOT NULL,
  task_id      BIGINT NOT NULL,
  queue_id     INT UNSIGNED NOT NULL,
  thread_id    VARBINARY(255) NULL,
  died_at      DATETIME(3) NOT NULL,
  error_group  BINARY(8) NULL,
  outcome      TINYINT UNSIGNED NOT NULL,
  code         TINYINT UNSIGNED NULL,
  new_id       BIGINT NULL,
  new_group    BINARY(8) NULL,
  PRIMARY KEY (operation_id, place),
  KEY operation_tasks_by_outcome (operation_id, outcome, place),
  KEY operation_tasks_by_task (task_id)
) ${tableOptions}`;

/** What became of an operation's tasks, by kind and error; in slots, as the counters of queues are. */
const createOperationCounts = `
CREATE TABLE IF NOT EXISTS operation_counts (
  operation_id BIGINT NOT NULL,
  kind         TINYINT UNSIGNED NOT NULL,
  error_group  BINARY(8) NOT NULL,
  slot         SMALLINT UNSIGNED NOT NULL,
  count        INT UNSIGNED NOT NULL,
  sample_id    BIGINT NOT NULL,
  PRIMARY KEY (operation_id, kind, error_group, slot)
) ${tableOptions}`;

const tablesInOrder = [createOperations, createOperationQueues, createOperationTasks, createOperationCounts];

/** Durable bulk work on the DLQ. */
export class CreateOperationTables1764488000000 implements MigrationInterface {
  readonly name = 'CreateOperationTables1764488000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tablesInOrder) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['operation_counts', 'operation_tasks', 'operation_queues', 'operations']) {
      await runner.query(`DROP TABLE IF EXISTS ${name}`);
    }
  }
}
