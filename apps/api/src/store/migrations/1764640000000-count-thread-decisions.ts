import type { MigrationInterface, QueryRunner } from 'typeorm';

const countDecisions = 'ALTER TABLE threads ADD COLUMN decisions BIGINT UNSIGNED NOT NULL DEFAULT 0';
const forgetDecisions = 'ALTER TABLE threads DROP COLUMN decisions';

/** Makes every decision about a thread change its row: two nodes of a cluster that decide at once then conflict. */
export class CountThreadDecisions1764640000000 implements MigrationInterface {
  readonly name = 'CountThreadDecisions1764640000000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('threads', 'decisions'))) await runner.query(countDecisions);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('threads', 'decisions')) await runner.query(forgetDecisions);
  }
}
