import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Need } from '../sides/catalogue.js';
import type { Place } from '../sides/open-side.js';
import { findPostgresql, startPostgresql, type PostgresqlServer } from './postgresql-server.js';
import { findRedis, startRedis } from './redis-server.js';
import { createSqlDatabase, dropSqlDatabase, tuneSqlServer, type SqlServer } from './sql-server.js';

/** A place for one run, and how to clear it away. */
export interface Lent {
  readonly place: Place;
  readonly clear: () => Promise<void>;
}

/** The servers of a measurement: each run gets an empty database, or an empty Redis, of its own. */
export class Stage {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'spool-bench-'));
  private lentCount = 0;

  private constructor(
    private readonly sqlServers: readonly SqlServer[],
    private readonly postgresql: PostgresqlServer | null,
    /** Versions of what was found, by what sides need; what is missing is absent. */
    readonly versions: ReadonlyMap<Need, string>,
  ) {}

  /** Prepares the databases that were started and starts what else this machine has. */
  static async open(sqlServers: readonly SqlServer[], needs: ReadonlySet<Need>): Promise<Stage> {
    const versions = new Map<Need, string>(sqlServers.map(({ kind, version }) => [kind, version]));
    for (const server of sqlServers) await tuneSqlServer(server);
    const redis = findRedis();
    if (redis !== null) versions.set('redis', redis).set('redis-fsync', redis);
    const programs = needs.has('postgresql') ? findPostgresql() : null;
    if (programs !== null) versions.set('postgresql', programs.version);
    const postgresql = programs === null ? null : await startPostgresql(programs);
    return new Stage(sqlServers, postgresql, versions);
  }

  /** Lends a fresh place. Throws where the need is not met. */
  async lend(need: Need): Promise<Lent> {
    this.lentCount += 1;
    const name = `bench_${this.lentCount}`;
    const directory = path.join(this.directory, name);
    mkdirSync(directory);
    const { url, clear } = await this.provide(need, name, directory);
    return {
      place: { url, directory },
      clear: async () => {
        await clear();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  }

  private async provide(need: Need, name: string, directory: string) {
    switch (need) {
      case 'mariadb':
      case 'mysql': {
        const server = this.sqlServers.find(({ kind }) => kind === need);
        if (server === undefined) throw new Error(`There is no ${need}.`);
        const url = await createSqlDatabase(server, name);
        return { url, clear: () => dropSqlDatabase(server, name) };
      }
      case 'redis':
      case 'redis-fsync': {
        const redis = await startRedis(directory, need === 'redis-fsync');
        return { url: `redis://127.0.0.1:${redis.port}`, clear: () => redis.stop() };
      }
      case 'postgresql': {
        const { postgresql } = this;
        if (postgresql === null) throw new Error('There is no PostgreSQL.');
        const url = await postgresql.createDatabase(name);
        return { url, clear: () => postgresql.dropDatabase(name) };
      }
    }
  }

  async close(): Promise<void> {
    await this.postgresql?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
