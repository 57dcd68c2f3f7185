import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  startPrivateDatabase,
  type PrivateDatabase,
} from '../../../../tools/private-database/test-database.mjs';

/** A database server of a test's own, of the kind that the test run is for, which may be killed and come back. */
export class OwnDatabase {
  private constructor(
    private readonly directory: string,
    private server: PrivateDatabase,
  ) {}

  /** Starts a server with an empty database. Close it in `afterAll`. */
  static async start(): Promise<OwnDatabase> {
    const directory = await mkdtemp(path.join(tmpdir(), 'spool-own-'));
    return new OwnDatabase(directory, await startPrivateDatabase({ directory }));
  }

  get url(): string {
    return this.server.url;
  }

  /** Ends the server as a crash would. */
  async kill(): Promise<void> {
    await this.server.kill();
  }

  /** Starts it over its old data, at its old address. */
  async comeBack(): Promise<void> {
    this.server = await startPrivateDatabase({ directory: this.directory, port: this.server.port });
  }

  async close(): Promise<void> {
    await this.server.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
