import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operators get an id, queues, a switch, and for those who sign in elsewhere the issuer and subject that name them there
 * (then there is no password). What a replica of the version before inserts gets what it meant: every queue, enabled.
 */
const widenOperators = `
ALTER TABLE operators
  MODIFY password_hash VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL,
  ADD COLUMN id INT UNSIGNED NOT NULL AUTO_INCREMENT,
  ADD COLUMN queue_patterns VARCHAR(6000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '["*"]',
  ADD COLUMN enabled TINYINT NOT NULL DEFAULT 1,
  ADD COLUMN issuer VARBINARY(255) NULL,
  ADD COLUMN subject VARBINARY(255) NULL,
  ADD COLUMN last_signed_in_at DATETIME(3) NULL,
  ADD COLUMN password_changed_at DATETIME(3) NULL,
  ADD UNIQUE KEY operators_by_id (id),
  ADD UNIQUE KEY operators_by_subject (issuer, subject)`;

const narrowOperators = `
ALTER TABLE operators
  DROP KEY operators_by_subject,
  DROP KEY operators_by_id,
  DROP COLUMN password_changed_at,
  DROP COLUMN last_signed_in_at,
  DROP COLUMN subject,
  DROP COLUMN issuer,
  DROP COLUMN enabled,
  DROP COLUMN queue_patterns,
  DROP COLUMN id,
  MODIFY password_hash VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`;

const widenSessions = `
ALTER TABLE sessions
  ADD COLUMN address VARBINARY(45) NULL,
  ADD COLUMN user_agent VARBINARY(400) NULL,
  ADD KEY sessions_by_operator (username, created_at)`;

const narrowSessions = `
ALTER TABLE sessions
  DROP KEY sessions_by_operator,
  DROP COLUMN user_agent,
  DROP COLUMN address`;

/** The secret before the last rotation, until it ends. */
const widenApiKeys = `
ALTER TABLE api_keys
  ADD COLUMN previous_secret_hash BINARY(32) NULL,
  ADD COLUMN previous_ends_at DATETIME(3) NULL`;

const narrowApiKeys = `
ALTER TABLE api_keys
  DROP COLUMN previous_ends_at,
  DROP COLUMN previous_secret_hash`;

/** Each statement changes one table at once: its last column tells whether it did. */
const changes = [
  { table: 'operators', column: 'password_changed_at', widen: widenOperators, narrow: narrowOperators },
  { table: 'sessions', column: 'user_agent', widen: widenSessions, narrow: narrowSessions },
  { table: 'api_keys', column: 'previous_ends_at', widen: widenApiKeys, narrow: narrowApiKeys },
];

/** Who operators are and what they cover; where their sessions came from; two secrets of a key. */
export class NameOperators1764600000000 implements MigrationInterface {
  readonly name = 'NameOperators1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { table, column, widen } of changes)
      if (!(await runner.hasColumn(table, column))) await runner.query(widen);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM operators WHERE password_hash IS NULL');
    for (const { table, column, narrow } of changes.toReversed())
      if (await runner.hasColumn(table, column)) await runner.query(narrow);
  }
}
