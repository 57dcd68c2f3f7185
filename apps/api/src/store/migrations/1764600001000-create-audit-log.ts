import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `actor` is the caller's name (`operator:ann`), by which the log is searched; `target` is type and id (`task:4812`).
 * `before_state` and `after_state` are JSON as text.
 */
const createAuditLog = `
CREATE TABLE IF NOT EXISTS audit_log (
  id           BIGINT NOT NULL AUTO_INCREMENT,
  at           DATETIME(3) NOT NULL,
  actor        VARBINARY(420) NOT NULL,
  actor_type   VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  actor_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  actor_name   VARBINARY(400) NOT NULL,
  action       VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  target       VARBINARY(420) NOT NULL,
  queue        VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NULL,
  reason       VARCHAR(500) NULL,
  before_state MEDIUMTEXT NULL,
  after_state  MEDIUMTEXT NULL,
  request_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  address      VARBINARY(45) NULL,
  PRIMARY KEY (id),
  KEY audit_log_by_time (at),
  KEY audit_log_by_actor (actor, at),
  KEY audit_log_by_action (action, at),
  KEY audit_log_by_target (target, at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`;

/** Who did what. */
export class CreateAuditLog1764600001000 implements MigrationInterface {
  readonly name = 'CreateAuditLog1764600001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAuditLog);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS audit_log');
  }
}
