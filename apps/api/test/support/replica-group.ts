import './patience.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { generateApiKey, writeApiKey } from '../../src/platform/auth/api-key-format.js';
import { connectDataSource } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { TaskCalls } from './task-calls.js';

/** Where replicas keep their tasks and what they are started with. */
export interface ReplicaGroupOptions {
  readonly databaseUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Replicas of one installation, each in a process of its own, and a way to look into their database. */
export class ReplicaGroup {
  /** A key with every scope on every queue. */
  readonly apiKey = writeApiKey(generateApiKey());
  private readonly running: Replica[] = [];
  private dataSource: DataSource | null = null;

  private constructor(
    private readonly options: ReplicaGroupOptions,
    private readonly dataDirectory: string,
  ) {}

  static async make(options: ReplicaGroupOptions): Promise<ReplicaGroup> {
    return new ReplicaGroup(options, await mkdtemp(path.join(tmpdir(), 'spool-group-')));
  }

  get replicas(): readonly Replica[] {
    return this.running;
  }

  /** The calls of each replica that runs. */
  get calls(): readonly TaskCalls[] {
    return this.running.map(({ call }) => new TaskCalls(call));
  }

  /** Starts so many replicas at the same time. */
  async start(count: number): Promise<readonly Replica[]> {
    const started = await Promise.all(Array.from({ length: count }, () => this.startOne()));
    this.running.push(...started);
    return started;
  }

  /** Starts a replica that has ended again at its port. */
  async comeBack(index: number): Promise<Replica> {
    const ended = this.running[index];
    if (ended === undefined) throw new Error(`There was no replica ${index}.`);
    await ended.ended();
    const started = await this.startOne(ended.port);
    this.running[index] = started;
    return started;
  }

  private startOne(port?: number): Promise<Replica> {
    const { databaseUrl, environment } = this.options;
    return startReplica({
      databaseUrl,
      dataDirectory: this.dataDirectory,
      apiKey: this.apiKey,
      environment: { SPOOL_API_KEY: this.apiKey, ...environment },
      ...(port === undefined ? {} : { port }),
    });
  }

  /** A connection of the test's own. */
  async connect(): Promise<Database> {
    this.dataSource ??= await connectDataSource({ url: this.options.databaseUrl, poolSize: 3 });
    return new Database(this.dataSource);
  }

  /** Ends every replica with SIGKILL. */
  async kill(): Promise<void> {
    await Promise.all(this.running.splice(0).map((replica) => replica.kill()));
  }

  /** Ends every replica and disconnects. */
  async close(): Promise<void> {
    await this.kill();
    await this.dataSource?.destroy();
    await rm(this.dataDirectory, { recursive: true, force: true });
  }
}
