import type { MigrationInterface, QueryRunner } from 'typeorm';

const tableOptions = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** Versions of what no counter counts, by kind and queue (0: none in particular); written by what happens seldom. */
const createChangeMarks = `
CREATE TABLE IF NOT EXISTS change_marks (
  kind     VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  queue_id INT UNSIGNED NOT NULL,
  version  BIGINT NOT NULL,
  PRIMARY KEY (kind, queue_id)
) ${tableOptions}`;

/** Moves with every change of a row by itself, so that no statement of the hot path has to say so. */
const addTouchedAt = `
ALTER TABLE counters ADD COLUMN touched_at DATETIME(6) NOT NULL
  DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)`;

/** What tells the listeners of `/v1/events` that something changed. */
export class CreateChangeMarks1764487000000 implements MigrationInterface {
  readonly name = 'CreateChangeMarks1764487000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangeMarks);
    if (!(await runner.hasColumn('counters', 'touched_at'))) await runner.query(addTouchedAt);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('counters', 'touched_at'))
      await runner.query('ALTER TABLE counters DROP COLUMN touched_at');
    await runner.query('DROP TABLE IF EXISTS change_marks');
  }
}
