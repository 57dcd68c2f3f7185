import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `subject` is a SHA-256 of whom or what is counted: names and addresses are not kept. */
const createSignInAttempts = `
CREATE TABLE IF NOT EXISTS sign_in_attempts (
  subject  BINARY(32) NOT NULL,
  began_at DATETIME(3) NOT NULL,
  attempts INT UNSIGNED NOT NULL,
  PRIMARY KEY (subject),
  KEY sign_in_attempts_by_age (began_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`;

/** Failed sign-ins of late, counted for all replicas. */
export class CreateSignInAttempts1764600002000 implements MigrationInterface {
  readonly name = 'CreateSignInAttempts1764600002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSignInAttempts);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS sign_in_attempts');
  }
}
