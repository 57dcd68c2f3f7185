import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import type { GaleraPrograms } from './galera-programs.js';

const run = promisify(execFile);

/** The ports of a node: for clients, for the group, and for the two kinds of state transfer. */
export interface NodePorts {
  readonly sql: number;
  readonly group: number;
  readonly incremental: number;
  readonly snapshot: number;
}

/** Where a node stands and whom it belongs to. */
export interface NodePlace {
  readonly name: string;
  readonly directory: string;
  readonly ports: NodePorts;
  /** The group ports of all nodes. */
  readonly members: readonly number[];
}

const startTimeoutMs = 90_000;
const pollMs = 100;
const questionMs = 1_000;
/** The node waits for what it is in the middle of. */
const orderMs = 30_000;
const selectState = "SHOW STATUS LIKE 'wsrep_local_state_comment'";
const address = (port: number): string => `127.0.0.1:${port}`;

/** As a node of a cluster must be set up: docs/galera.md. */
const settings = [
  '--binlog-format=ROW',
  '--default-storage-engine=InnoDB',
  '--innodb-autoinc-lock-mode=2',
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-buffer-pool-size=128M',
  '--max-connections=300',
  '--max-allowed-packet=64M',
  '--character-set-server=utf8mb4',
  '--skip-name-resolve',
];

/** As root rsync would give files to nobody: the whole node runs as nobody then. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Makes a folder that the node may write to. */
const makeNodeFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (isRoot) chownSync(folder, nobody, nobody);
};

/** Whose the processes of a node are. */
const nodeIdentity = isRoot ? { uid: nobody, gid: nobody } : {};

/** One node of a Galera cluster on this machine. */
export class GaleraNode {
  private child: ChildProcess | null = null;
  private readonly log: string;

  constructor(
    readonly place: NodePlace,
    private readonly programs: GaleraPrograms,
  ) {
    this.log = path.join(place.directory, 'node.log');
    makeNodeFolder(place.directory);
    makeNodeFolder(this.dataDirectory);
  }

  get dataDirectory(): string {
    return path.join(this.place.directory, 'data');
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the first node of a new cluster; these statements make its accounts. */
  async found(statements: readonly string[]): Promise<void> {
    const how = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    const { installer, options } = this.programs;
    await run(installer, ['--no-defaults', ...options, `--datadir=${this.dataDirectory}`, ...how], {
      env: this.environment(),
      ...nodeIdentity,
    });
    const file = path.join(this.place.directory, 'found.sql');
    writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''), { mode: 0o644 });
    await this.launch(['--wsrep-new-cluster', `--init-file=${file}`]);
  }

  /** Joins the others, or joins them again where it left off. */
  async join(): Promise<void> {
    const position = await this.recoverPosition();
    await this.launch(position === null ? [] : [`--wsrep-start-position=${position}`]);
  }

  /** Sends a signal: SIGSTOP stalls the node, SIGCONT lets it go on. */
  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** Ends the node as a crash would. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === null || !this.isRunning) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Waits until the node takes part. Throws, with the end of its log, when it ends instead. */
  async untilSynced(): Promise<void> {
    const deadlineMs = performance.now() + startTimeoutMs;
    while ((await this.state()) !== 'Synced') {
      if (!this.isRunning || performance.now() > deadlineMs)
        throw new Error(`${this.place.name} did not join:\n${this.lastLines()}`);
      await pause(pollMs);
    }
  }

  /** Such as Synced; null when it does not answer. */
  async state(): Promise<string | null> {
    try {
      return /"Value":"(\w+)"/.exec(JSON.stringify(await this.ask(selectState, questionMs)))?.[1] ?? null;
    } catch {
      return null;
    }
  }

  /** Lets a node that lives count as behind the others, so that the proxy moves away from it, or ends that. */
  async setDesynced(isDesynced: boolean): Promise<void> {
    await this.ask(`SET GLOBAL wsrep_desync = ${isDesynced ? 'ON' : 'OFF'}`, orderMs);
  }

  private async ask(sql: string, timeout: number): Promise<unknown> {
    const uri = `mysql://root@${address(this.place.ports.sql)}`;
    const connection = await createConnection({ uri, connectTimeout: timeout });
    try {
      const [answer] = await connection.query({ sql, timeout });
      return answer;
    } finally {
      connection.destroy();
    }
  }

  private async launch(options: readonly string[]): Promise<void> {
    const log = openSync(this.log, 'a', 0o644);
    if (isRoot) chownSync(this.log, nobody, nobody);
    this.child = spawn(this.programs.server, [...this.options(), ...options], {
      env: this.environment(),
      stdio: ['ignore', log, log],
      ...nodeIdentity,
    });
    closeSync(log);
    await this.untilSynced();
  }

  /** Where a node that was killed stands: it then gets only what it missed. Null when it is new. */
  private async recoverPosition(): Promise<string | null> {
    const log = path.join(this.place.directory, 'recovery.log');
    rmSync(log, { force: true });
    if (!existsSync(path.join(this.dataDirectory, 'ibdata1'))) return null;
    const options = [...this.options(), '--wsrep-recover', `--log-error=${log}`];
    const child = spawn(this.programs.server, options, {
      env: this.environment(),
      stdio: 'ignore',
      ...nodeIdentity,
    });
    await new Promise((resolve) => child.once('exit', resolve));
    return /Recovered position:\s*(\S+)/.exec(readFileSync(log, 'utf8'))?.[1] ?? null;
  }

  private options(): string[] {
    const { name, ports, members, directory } = this.place;
    const provider = {
      base_port: ports.group,
      'gmcast.listen_addr': `tcp://${address(ports.group)}`,
      'ist.recv_addr': address(ports.incremental),
      'gcache.size': '64M',
    };
    return [
      '--no-defaults',
      ...this.programs.options,
      `--datadir=${this.dataDirectory}`,
      `--socket=${path.join(directory, 's')}`,
      `--pid-file=${path.join(directory, 'node.pid')}`,
      `--port=${ports.sql}`,
      '--bind-address=127.0.0.1',
      ...settings,
      '--wsrep-on=ON',
      `--wsrep-provider=${this.programs.provider}`,
      `--wsrep-provider-options=${Object.entries(provider)
        .map(([key, value]) => `${key}=${value}`)
        .join(';')}`,
      '--wsrep-cluster-name=spool',
      `--wsrep-node-name=${name}`,
      `--wsrep-node-address=${address(ports.group)}`,
      `--wsrep-node-incoming-address=${address(ports.sql)}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=${address(ports.snapshot)}`,
      `--wsrep-cluster-address=gcomm://${members.map(address).join(',')}`,
    ];
  }

  /** The run's own folder for temporary files may be closed to whom the node runs as. */
  private environment(): NodeJS.ProcessEnv {
    return { ...this.programs.environment, TMPDIR: this.place.directory };
  }

  private lastLines(): string {
    return readFileSync(this.log, 'utf8').trim().split('\n').slice(-20).join('\n');
  }
}
