import { audit } from './auditor/auditor.js';
import { ConfigError, readConfig } from './platform/config/config.js';
import { connectDataSource } from './platform/database/data-source.js';
import { databaseServerOf, type DatabaseServer } from './platform/database/database-server.js';
import { Database } from './platform/database/database.js';
import { readSchema } from './store/schema-store.js';

/**
 * `node dist/check.js [--json]`: looks at every row of the database of DATABASE_URL and says what contradicts what.
 * Ends with 0 when nothing does, 1 when something does, 2 when it could not look.
 */
const exitCodes = { sound: 0, contradictory: 1, unseen: 2 } as const;
const poolSize = 1;

/** What was looked at, and what contradicts the semantics. */
interface Findings {
  readonly contradictions: readonly string[];
  readonly lookedAt: Readonly<Record<string, number>>;
}

/** What this version looks for is only there in its own schema. */
const requireSchema = async (database: Database): Promise<void> => {
  const { missing, isTooNew } = await database.read(readSchema);
  if (missing.length > 0 || isTooNew)
    throw new ConfigError('Its schema is not that of this version: see what "migrate status" says.');
};

const look = async (server: DatabaseServer): Promise<Findings> => {
  const dataSource = await connectDataSource({ ...server, poolSize });
  const lookedAt: Record<string, number> = {};
  try {
    const database = new Database(dataSource);
    await requireSchema(database);
    const contradictions = await audit(database, {
      onPage: (walk, rows) => {
        lookedAt[walk] = (lookedAt[walk] ?? 0) + rows;
      },
    });
    return { contradictions, lookedAt };
  } finally {
    await dataSource.destroy();
  }
};

const asText = ({ contradictions, lookedAt }: Findings): string => {
  const counts = Object.entries(lookedAt).map(([walk, rows]) => `${rows} ${walk}`);
  const sentence = counts.length === 0 ? 'There are no tasks.' : `Looked at ${counts.join(', ')}.`;
  return [
    ...contradictions,
    sentence,
    contradictions.length === 0
      ? 'Nothing contradicts itself.'
      : `Contradictions: ${contradictions.length}; of each kind the first twenty are told.`,
  ].join('\n');
};

try {
  const findings = await look(databaseServerOf(readConfig(process.env)));
  process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(findings) : asText(findings)}\n`);
  process.exitCode = findings.contradictions.length === 0 ? exitCodes.sound : exitCodes.contradictory;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The database cannot be checked. ${reason}\n`);
  process.exitCode = exitCodes.unseen;
}
