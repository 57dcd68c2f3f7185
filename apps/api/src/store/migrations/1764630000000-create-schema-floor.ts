import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `floor`: the time of a migration. A replica that knows none as new as that must not serve with this schema; a newer
 * schema lets older replicas serve on until a migration raises it, before it takes away what they need.
 */
const createSchemaFloor = `
CREATE TABLE IF NOT EXISTS schema_floor (
  id    TINYINT NOT NULL,
  floor BIGINT NOT NULL,
  PRIMARY KEY (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`;

/** Nothing was released before, and what is older does not look. */
const setFloor = 'INSERT IGNORE INTO schema_floor (id, floor) VALUES (1, 1764630000000)';

/** Lets replicas tell whether they may serve with a schema that is newer than they are. */
export class CreateSchemaFloor1764630000000 implements MigrationInterface {
  readonly name = 'CreateSchemaFloor1764630000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSchemaFloor);
    await runner.query(setFloor);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS schema_floor');
  }
}
