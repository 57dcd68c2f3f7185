import { ConfigError, readConfig } from './platform/config/config.js';
import { connectDataSource } from './platform/database/data-source.js';
import { databaseServerOf, type DatabaseServer } from './platform/database/database-server.js';
import { Database } from './platform/database/database.js';
import { migrateDown, migrateUp, underMigrationLock } from './platform/database/migrating.js';
import { readSchema, type Schema } from './store/schema-store.js';

/**
 * `node dist/migrate.js status | up | down [--dry-run]`: tells, brings up to date, or takes the newest migration back, in
 * the database of DATABASE_URL. Ends with 0 when the schema fits this version, 1 when it does not, 2 when the
 * command could not be carried out.
 */
const exitCodes = { fits: 0, differs: 1, refused: 2 } as const;
const usage = 'Usage: node apps/api/dist/migrate.js status | up | down [--dry-run]';

/** Their tables hold everything: who wants to be without them drops the database. */
const firstMigrations = 2;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const readSchemaAt = async (server: DatabaseServer): Promise<Schema> => {
  const dataSource = await connectDataSource({ ...server, poolSize: 1 });
  try {
    return await new Database(dataSource).read(readSchema);
  } finally {
    await dataSource.destroy();
  }
};

const tell = ({ applied, missing, newer, isTooNew }: Schema): void => {
  for (const name of applied) say(`applied  ${name}`);
  for (const name of missing) say(`missing  ${name}`);
  for (const name of newer) say(`newer    ${name}`);
  if (isTooNew) say('The schema is too new for this version: run a newer one.');
  else if (missing.length > 0) say('Bring it up to date with: migrate.js up');
  else
    say(
      newer.length === 0
        ? 'The schema is current.'
        : 'The schema is newer, and this version may serve with it.',
    );
};

const up = async (server: DatabaseServer, isDry: boolean): Promise<void> => {
  if (isDry) {
    for (const name of (await readSchemaAt(server)).missing) say(`would run  ${name}`);
    return;
  }
  await underMigrationLock(server, migrateUp);
};

const requireUndoable = ({ applied, newer }: Schema): string => {
  const newest = applied.at(-1);
  if (newer.length > 0)
    throw new ConfigError(`Take back first, with the version that brought it: ${newer.join(', ')}.`);
  if (newest === undefined || applied.length <= firstMigrations)
    throw new ConfigError(
      'The first tables are not taken back, they hold everything: drop the database instead.',
    );
  return newest;
};

const down = async (server: DatabaseServer, isDry: boolean): Promise<void> => {
  if (isDry) {
    say(`would take back  ${requireUndoable(await readSchemaAt(server))}`);
    return;
  }
  await underMigrationLock(server, async (dataSource) => {
    requireUndoable(await new Database(dataSource).read(readSchema));
    await migrateDown(dataSource);
  });
};

const run = async ([command, ...options]: readonly string[]): Promise<number> => {
  const isDry = options.includes('--dry-run');
  if (options.some((option) => option !== '--dry-run')) throw new ConfigError(usage);
  const server = databaseServerOf(readConfig(process.env));
  switch (command) {
    case 'status':
      break;
    case 'up':
      await up(server, isDry);
      break;
    case 'down':
      await down(server, isDry);
      break;
    default:
      throw new ConfigError(usage);
  }
  const schema = await readSchemaAt(server);
  tell(schema);
  return schema.missing.length > 0 || schema.isTooNew ? exitCodes.differs : exitCodes.fits;
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCodes.refused;
}
