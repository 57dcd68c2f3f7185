import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { findFreePort } from '../replica.js';
import { GaleraNode, type NodePorts } from './galera-node.js';
import { findGaleraPrograms } from './galera-programs.js';
import { startWriterProxy, type WriterProxy } from './writer-proxy.js';

const nodeCount = 3;
const moveTimeoutMs = 20_000;

/** Root for whoever looks after the cluster, and HAProxy's account for its check. */
const accounts = [
  "CREATE USER IF NOT EXISTS 'root'@'127.0.0.1' IDENTIFIED BY ''",
  "GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION",
  "CREATE USER IF NOT EXISTS 'haproxy'@'127.0.0.1' IDENTIFIED BY ''",
];

const findPorts = async (): Promise<NodePorts> => ({
  sql: await findFreePort(),
  group: await findFreePort(),
  incremental: await findFreePort(),
  snapshot: await findFreePort(),
});

/** Everybody may pass through these folders: as root the nodes run as somebody else. */
const openTheWay = async (...folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) await chmod(folder, (mode & 0o7777) | 0o011);
  }
};

/** Three nodes of Galera on this machine, and HAProxy before them, which sends everybody to one of them. */
export class GaleraCluster {
  private constructor(
    readonly nodes: readonly GaleraNode[],
    private readonly proxy: WriterProxy,
    private readonly directory: string,
  ) {}

  /** Starts the nodes one after another, and the proxy. */
  static async start(): Promise<GaleraCluster> {
    const programs = await findGaleraPrograms();
    const directory = await mkdtemp(path.join(tmpdir(), 'galera-'));
    await openTheWay(tmpdir(), directory);
    const ports = await Promise.all(Array.from({ length: nodeCount }, findPorts));
    const members = ports.map(({ group }) => group);
    const nodes = ports.map((own, index) => {
      const name = `node-${index + 1}`;
      return new GaleraNode({ name, directory: path.join(directory, name), ports: own, members }, programs);
    });
    const [first, ...others] = nodes;
    if (first === undefined) throw new Error('A cluster has at least one node.');
    try {
      await first.found(accounts);
      for (const node of others) await node.join();
      const proxy = await startWriterProxy(ports.map(({ sql }) => sql));
      return new GaleraCluster(nodes, proxy, directory);
    } catch (error) {
      await Promise.all(nodes.map((node) => node.kill()));
      throw error;
    }
  }

  /** The cluster's one address, to append a database's name to. */
  get rootUrl(): string {
    return `mysql://root@127.0.0.1:${this.proxy.port}/`;
  }

  /** The node that everybody writes to now. */
  async writer(): Promise<GaleraNode> {
    const connection = await createConnection({ uri: this.rootUrl });
    try {
      const [rows] = await connection.query('SELECT @@wsrep_node_name AS name');
      const writer = this.nodes.find(({ place }) => JSON.stringify(rows).includes(`"${place.name}"`));
      if (writer === undefined) throw new Error(`No node is called ${JSON.stringify(rows)}.`);
      return writer;
    } finally {
      connection.destroy();
    }
  }

  /** Waits until everybody writes to another node than this one. */
  async untilMovedFrom(node: GaleraNode): Promise<void> {
    const deadlineMs = performance.now() + moveTimeoutMs;
    while ((await this.writer().catch(() => node)) === node) {
      if (performance.now() > deadlineMs) throw new Error(`Everybody still writes to ${node.place.name}.`);
      await pause(50);
    }
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await Promise.all(this.nodes.map((node) => node.kill()));
    await rm(this.directory, { recursive: true, force: true });
  }
}
