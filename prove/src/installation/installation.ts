import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { audit } from '@spool/api/auditor/auditor.js';
import { connectDataSource } from '@spool/api/platform/database/data-source.js';
import { Database } from '@spool/api/platform/database/database.js';
import { FaultProxy } from '@spool/test-bed/fault-proxy.js';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { createConnection } from 'mysql2/promise';
import { Recorder, setClock } from '../history/recorder.js';
import { readMendings, sumMendings, type Mendings } from './mended.js';

/** How to start an installation. */
export interface InstallationOptions {
  readonly replicas?: number;
  /** Whether each replica reaches the database through a proxy of its own, where it can be cut off. */
  readonly withProxies?: boolean;
  /** What to run instead of the built API. */
  readonly program?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What one replica's process gets beside it. */
  readonly environmentOf?: (index: number) => Readonly<Record<string, string>>;
  /** Another server than the one whose turn it is. */
  readonly rootUrl?: string;
}

/** One replica's place: its process comes and goes. */
interface Place {
  readonly proxy: FaultProxy | null;
  replica: Replica | null;
  /** What replicas that have ended here had counted when they were last asked. */
  counted: Mendings[];
}

const newApiKey = (): string =>
  `spool_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;

const createDatabase = async (rootUrl: string): Promise<string> => {
  const name = `spool_prove_${randomBytes(6).toString('hex')}`;
  const connection = await createConnection({ uri: rootUrl });
  try {
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  } finally {
    await connection.end();
  }
  return new URL(name, rootUrl).href;
};

/** Replicas in processes of their own over one empty database, and the handles to kill, stall and cut them off. */
export class Installation {
  /** Every call that was made to it. */
  readonly recorder = new Recorder();
  private readonly apiKey = newApiKey();

  private constructor(
    readonly databaseUrl: string,
    private readonly dataDirectory: string,
    private readonly places: readonly Place[],
    private readonly options: InstallationOptions,
  ) {}

  /** Starts an installation over a new database of a server. */
  static async start(rootUrl: string, options: InstallationOptions = {}): Promise<Installation> {
    setClock();
    const databaseUrl = await createDatabase(rootUrl);
    const places = await Promise.all(
      Array.from({ length: options.replicas ?? 3 }, async (): Promise<Place> => {
        const proxy = options.withProxies === true ? await FaultProxy.before(databaseUrl) : null;
        return { proxy, replica: null, counted: [] };
      }),
    );
    const directory = await mkdtemp(path.join(tmpdir(), 'spool-prove-'));
    const installation = new Installation(databaseUrl, directory, places, options);
    try {
      await Promise.all(places.map((_, index) => installation.startReplica(index)));
    } catch (error) {
      await installation.close();
      throw error;
    }
    return installation;
  }

  /** Lines of the logs of the replicas that run, as far as they match. */
  logged(pattern: RegExp): string[] {
    const outputs = this.places.flatMap(({ replica }) => (replica === null ? [] : [replica.output()]));
    return outputs.flatMap((output) => output.split('\n')).filter((line) => pattern.test(line));
  }

  /** How many replicas there are, running or not. */
  get size(): number {
    return this.places.length;
  }

  /** Headers that prove who calls. */
  get credentials(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.apiKey}` };
  }

  /** Where a replica serves, or null while it does not run. */
  urlOf(index: number): string | null {
    return this.places[index]?.replica?.url ?? null;
  }

  /** The way of a replica to its database. Throws without {@link InstallationOptions.withProxies}. */
  proxyOf(index: number): FaultProxy {
    const proxy = this.places[index]?.proxy ?? null;
    if (proxy === null) throw new Error('This installation was started without proxies.');
    return proxy;
  }

  /** Starts a replica in its place again, at a new address. */
  async startReplica(index: number): Promise<void> {
    const place = this.placeAt(index);
    const { program, environment, environmentOf } = this.options;
    place.replica = await startReplica({
      databaseUrl: place.proxy?.url ?? this.databaseUrl,
      dataDirectory: this.dataDirectory,
      apiKey: this.apiKey,
      environment: { SPOOL_API_KEY: this.apiKey, ...environment, ...environmentOf?.(index) },
      ...(program === undefined ? {} : { program }),
    });
  }

  /** Ends a replica with SIGKILL, after asking what it has counted. */
  async killReplica(index: number): Promise<void> {
    const place = this.placeAt(index);
    const { replica } = place;
    if (replica === null) return;
    place.counted.push(await this.ask(replica));
    place.replica = null;
    await replica.kill();
  }

  /** Stops a replica where it stands (SIGSTOP), or lets it go on (SIGCONT). */
  signalReplica(index: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.placeAt(index).replica?.signal(signal);
  }

  /** What all replicas have mended and repeated so far. */
  async mendings(): Promise<Mendings> {
    const running = this.places.flatMap(({ replica }) => (replica === null ? [] : [replica]));
    const now = await Promise.all(running.map((replica) => this.ask(replica)));
    return sumMendings([...now, ...this.places.flatMap(({ counted }) => counted)]);
  }

  /** What the auditor says of the rows, given what the clients were told; nothing when all is well. */
  async audit(): Promise<readonly string[]> {
    const deleted = this.recorder.goneIds();
    const perhaps = this.recorder.perhapsDeletedIds();
    const accepted = [...this.recorder.acknowledgedIds()].filter(
      (id) => !perhaps.has(id) && !deleted.has(id),
    );
    const dataSource = await connectDataSource({ url: this.databaseUrl, poolSize: 1 });
    try {
      const ids = { acceptedIds: accepted.map(String), deletedIds: [...deleted].map(String) };
      return await audit(new Database(dataSource), ids);
    } finally {
      await dataSource.destroy();
    }
  }

  /** Ends everything. */
  async close(): Promise<void> {
    await Promise.all(this.places.flatMap(({ replica }) => replica?.kill() ?? []));
    for (const { proxy } of this.places) proxy?.close();
    await rm(this.dataDirectory, { recursive: true, force: true });
  }

  private async ask(replica: Replica): Promise<Mendings> {
    const response = await fetch(`${replica.url}/metrics`, { headers: this.credentials });
    return readMendings(await response.text());
  }

  private placeAt(index: number): Place {
    const place = this.places[index];
    if (place === undefined) throw new Error(`There is no replica ${index}.`);
    return place;
  }
}
