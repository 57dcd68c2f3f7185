import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';

const tableOptions = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** What died alike in a queue. `dead` and `threads` count what is in the DLQ now; the times are of all deaths ever seen. */
const createErrorGroups = `
CREATE TABLE IF NOT EXISTS error_groups (
  error_group    BINARY(8) NOT NULL,
  queue_id       INT UNSIGNED NOT NULL,
  error_type     VARCHAR(200) NULL,
  message        VARCHAR(500) NOT NULL,
  dead           BIGINT NOT NULL,
  threads        BIGINT NOT NULL,
  first_seen_at  DATETIME(3) NOT NULL,
  last_seen_at   DATETIME(3) NOT NULL,
  sample_task_id BIGINT NOT NULL,
  resolved_at    DATETIME(3) NULL,
  changed_at     DATETIME(3) NULL,
  note           VARCHAR(500) NULL,
  PRIMARY KEY (error_group),
  KEY error_groups_by_size (dead, last_seen_at, error_group, queue_id),
  KEY error_groups_by_queue (queue_id, dead, last_seen_at, error_group)
) ${tableOptions}`;

/** How many of a thread's dead tasks are in a group: a thread counts once. */
const createErrorGroupThreads = `
CREATE TABLE IF NOT EXISTS error_group_threads (
  error_group BINARY(8) NOT NULL,
  thread_key  BINARY(16) NOT NULL,
  dead        BIGINT NOT NULL,
  PRIMARY KEY (error_group, thread_key)
) ${tableOptions}`;

const createErrorGroupHours = `
CREATE TABLE IF NOT EXISTS error_group_hours (
  error_group BINARY(8) NOT NULL,
  hour_at     DATETIME NOT NULL,
  deaths      BIGINT NOT NULL,
  PRIMARY KEY (error_group, hour_at),
  KEY error_group_hours_by_age (hour_at)
) ${tableOptions}`;

/** The journal of what the groups do not count yet: deaths (`step` 1), removals from the DLQ (-1), returns to it (2). */
const createErrorGroupChanges = `
CREATE TABLE IF NOT EXISTS error_group_changes (
  task_id     BIGINT NOT NULL,
  died_at     DATETIME(3) NOT NULL,
  step        TINYINT NOT NULL,
  times       SMALLINT NOT NULL,
  error_group BINARY(8) NULL,
  queue_id    INT UNSIGNED NOT NULL,
  thread_key  BINARY(16) NULL,
  error_type  VARCHAR(200) NULL,
  message     VARCHAR(500) NOT NULL,
  PRIMARY KEY (task_id, died_at, step)
) ${tableOptions}`;

/** One row, locked by whoever folds the journal into the groups. */
const createErrorGroupFolds = `
CREATE TABLE IF NOT EXISTS error_group_folds (
  id TINYINT NOT NULL,
  PRIMARY KEY (id)
) ${tableOptions}`;

const tablesInOrder = [
  createErrorGroups,
  createErrorGroupThreads,
  createErrorGroupHours,
  createErrorGroupChanges,
  createErrorGroupFolds,
];

/** Fingerprints of the old kind go; a scheduled job gives those who died before theirs (NULL means: not yet). */
const allowNoGroup = 'ALTER TABLE dead_tasks MODIFY COLUMN error_group BINARY(8) NULL';
const forgetSomeGroups = 'UPDATE dead_tasks SET error_group = NULL WHERE error_group IS NOT NULL LIMIT 5000';
const rowsOfAnUpdate = z.object({ affectedRows: z.number() });

const forgetOldGroups = async (runner: QueryRunner): Promise<void> => {
  await runner.query(allowNoGroup);
  for (;;) {
    const answer: unknown = await runner.query(forgetSomeGroups);
    if (rowsOfAnUpdate.parse(answer).affectedRows === 0) return;
  }
};

const bringOldGroupsBack = [
  `UPDATE dead_tasks SET error_group = UNHEX('0000000000000000') WHERE error_group IS NULL`,
  'ALTER TABLE dead_tasks MODIFY COLUMN error_group BINARY(8) NOT NULL',
];

/** Groups of tasks that died alike, with their counts, times and status. */
export class CreateErrorGroups1764486000000 implements MigrationInterface {
  readonly name = 'CreateErrorGroups1764486000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tablesInOrder) await runner.query(statement);
    await runner.query('INSERT IGNORE INTO error_group_folds (id) VALUES (1)');
    await forgetOldGroups(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of bringOldGroupsBack) await runner.query(statement);
    const names = tablesInOrder.map((statement) => /IF NOT EXISTS (\w+)/.exec(statement)?.[1]);
    for (const name of names.toReversed()) await runner.query(`DROP TABLE IF EXISTS ${name}`);
  }
}
