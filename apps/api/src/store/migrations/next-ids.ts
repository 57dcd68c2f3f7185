import type { QueryRunner } from 'typeorm';
import { z } from 'zod';

/** Whose AUTO_INCREMENT never goes back: ids of tasks and tokens of leases (R12). */
const tables = ['tasks', 'leases'];
const kept = 'next_ids';

const createKept = `
CREATE TABLE IF NOT EXISTS ${kept} (
  name    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  next_id BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`;
const keep = `INSERT IGNORE INTO ${kept} (name, next_id) VALUES (?, ?)`;

const tableDefinitions = z.array(z.object({ 'Create Table': z.string() }));
const keptIds = z.array(z.object({ name: z.enum(['tasks', 'leases']), next_id: z.string().regex(/^\d+$/) }));

/** The definition tells it exactly; what information_schema tells may be of yesterday. */
const nextIdOf = async (runner: QueryRunner, table: string): Promise<string> => {
  const [definition] = tableDefinitions.parse(await runner.query(`SHOW CREATE TABLE ${table}`));
  return /AUTO_INCREMENT=(\d+)/.exec(definition?.['Create Table'] ?? '')?.[1] ?? '1';
};

/** Before the tables go: keeps where their ids had come to. */
export const keepIds = async (runner: QueryRunner): Promise<void> => {
  await runner.query(createKept);
  for (const table of tables) {
    if (await runner.hasTable(table)) await runner.query(keep, [table, await nextIdOf(runner, table)]);
  }
};

/** When the tables are made again: goes on where their ids had come to. */
export const continueIds = async (runner: QueryRunner): Promise<void> => {
  if (!(await runner.hasTable(kept))) return;
  for (const { name, next_id } of keptIds.parse(await runner.query(`SELECT name, next_id FROM ${kept}`)))
    await runner.query(`ALTER TABLE ${name} AUTO_INCREMENT = ${next_id}`);
  await runner.query(`DROP TABLE ${kept}`);
};
