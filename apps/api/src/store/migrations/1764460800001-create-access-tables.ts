import type { MigrationInterface, QueryRunner } from 'typeorm';

const tableOptions = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** `scopes` and `queue_patterns` are JSON arrays as text; the secret itself is never stored. */
const createApiKeys = `
CREATE TABLE IF NOT EXISTS api_keys (
  id             VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name           VARCHAR(100) NOT NULL,
  secret_hash    BINARY(32) NOT NULL,
  scopes         VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  queue_patterns TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at     DATETIME(3) NOT NULL,
  expires_at     DATETIME(3) NULL,
  last_used_at   DATETIME(3) NULL,
  PRIMARY KEY (id),
  KEY api_keys_by_age (created_at, id)
) ${tableOptions}`;

const createOperators = `
CREATE TABLE IF NOT EXISTS operators (
  username      VARBINARY(400) NOT NULL,
  password_hash VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  role          VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at    DATETIME(3) NOT NULL,
  PRIMARY KEY (username)
) ${tableOptions}`;

/** `expires_at` is the absolute end; a session also ends when it was not used for a while. */
const createSessions = `
CREATE TABLE IF NOT EXISTS sessions (
  token_hash   BINARY(32) NOT NULL,
  username     VARBINARY(400) NOT NULL,
  created_at   DATETIME(3) NOT NULL,
  last_used_at DATETIME(3) NOT NULL,
  expires_at   DATETIME(3) NOT NULL,
  PRIMARY KEY (token_hash),
  KEY sessions_by_expiry (expires_at)
) ${tableOptions}`;

const tablesInOrder = [createApiKeys, createOperators, createSessions];

/** Who may call: API keys, operators and their sessions. */
export class CreateAccessTables1764460800001 implements MigrationInterface {
  readonly name = 'CreateAccessTables1764460800001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tablesInOrder) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['sessions', 'operators', 'api_keys'])
      await runner.query(`DROP TABLE IF EXISTS ${name}`);
  }
}
