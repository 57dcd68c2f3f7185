import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `return_to` is a path of the console, as bytes: it may hold any text. */
const createProviderSignIns = `
CREATE TABLE IF NOT EXISTS provider_sign_ins (
  token_hash BINARY(32) NOT NULL,
  state      VARCHAR(100) NOT NULL,
  nonce      VARCHAR(100) NOT NULL,
  verifier   VARCHAR(100) NOT NULL,
  return_to  VARBINARY(8000) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  PRIMARY KEY (token_hash),
  KEY provider_sign_ins_by_expiry (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=ascii COLLATE=ascii_bin`;

/** Sign-ins at the identity provider that have begun. */
export class CreateProviderSignIns1764620000000 implements MigrationInterface {
  readonly name = 'CreateProviderSignIns1764620000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createProviderSignIns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS provider_sign_ins');
  }
}
