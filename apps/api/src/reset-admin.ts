import { resetAdmin } from './first-start/reset-admin.js';
import { readConfig } from './platform/config/config.js';
import { connectDataSource } from './platform/database/data-source.js';
import { databaseServerOf } from './platform/database/database-server.js';
import { Database } from './platform/database/database.js';

/**
 * `node dist/reset-admin.js [username]`: makes an operator, by default `admin`, an administrator with a new password, in
 * the database of DATABASE_URL, and prints the password. For whoever has lost every other way in.
 */
const [username = 'admin'] = process.argv.slice(2);

try {
  const dataSource = await connectDataSource({
    ...databaseServerOf(readConfig(process.env)),
    poolSize: 1,
  });
  try {
    const password = await resetAdmin(new Database(dataSource), username);
    process.stdout.write(
      `Sign in as "${username}" with the password ${password}\nIts sessions have ended.\n`,
    );
  } finally {
    await dataSource.destroy();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
