import type { MigrationInterface, QueryRunner } from 'typeorm';

const tableOptions = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';
const histogramBuckets = 16;

const histogram = (kind: string): string =>
  Array.from({ length: histogramBuckets }, (_, bucket) => `${kind}_${bucket} INT UNSIGNED NOT NULL`).join(
    ', ',
  );

/** One row a queue and bucket of time; queue 0 is all of them. `wait_n` and `run_n` are histograms of durations. */
const createStatistics = `
CREATE TABLE IF NOT EXISTS statistics (
  queue_id    INT UNSIGNED NOT NULL,
  width_s     SMALLINT UNSIGNED NOT NULL,
  bucket_at   DATETIME NOT NULL,
  enqueued    INT UNSIGNED NOT NULL,
  completed   INT UNSIGNED NOT NULL,
  failed      INT UNSIGNED NOT NULL,
  died        INT UNSIGNED NOT NULL,
  depth       BIGINT NOT NULL,
  in_progress BIGINT NOT NULL,
  dead        BIGINT NOT NULL,
  ${histogram('wait')},
  ${histogram('run')},
  PRIMARY KEY (queue_id, width_s, bucket_at),
  KEY statistics_by_age (width_s, bucket_at)
) ${tableOptions}`;

/** Rates, latencies and depth over time. */
export class CreateStatistics1764488000000 implements MigrationInterface {
  readonly name = 'CreateStatistics1764488000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createStatistics);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS statistics');
  }
}
