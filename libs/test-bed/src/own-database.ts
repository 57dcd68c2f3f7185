import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  startPrivateDatabase,
  type PrivateDatabase,
} from '../../../tools/private-database/test-database.mjs';

/** Which kind of database server. */
export type ServerKind = PrivateDatabase['kind'];

/** A database server of one's own, which may be stalled, be killed and come back. */
export class OwnDatabase {
  private constructor(
    private readonly directory: string,
    private server: PrivateDatabase,
    private readonly options: readonly string[],
  ) {}

  /**
   * Starts a server with an empty database, by default of the kind that the test run is for; its data is in `within`,
   * and `options` are those of its command line beside the usual ones.
   */
  static async start(
    kind?: ServerKind,
    within = tmpdir(),
    options: readonly string[] = [],
  ): Promise<OwnDatabase> {
    const directory = await mkdtemp(path.join(within, 'spool-own-'));
    const server = kind === undefined ? {} : { server: kind };
    return new OwnDatabase(directory, await startPrivateDatabase({ directory, options, ...server }), options);
  }

  /** Such as `mariadb 10.11.19`. */
  get name(): string {
    return `${this.server.kind} ${this.server.version}`;
  }

  get kind(): ServerKind {
    return this.server.kind;
  }

  get url(): string {
    return this.server.url;
  }

  /** The server's address, to append a database's name to. */
  get rootUrl(): string {
    return this.server.rootUrl;
  }

  /** Sends a signal: SIGSTOP stalls it, SIGCONT lets it go on. */
  signal(name: NodeJS.Signals): void {
    process.kill(this.server.pid, name);
  }

  /** Ends the server as a crash would. */
  async kill(): Promise<void> {
    await this.server.kill();
  }

  /** Starts it over its old data, at its old address. */
  async comeBack(): Promise<void> {
    const { kind, port } = this.server;
    const { directory, options } = this;
    this.server = await startPrivateDatabase({ directory, server: kind, port, options });
  }

  async close(): Promise<void> {
    await this.server.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
