import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { resetSocket } from './reset-socket.js';
import { StatementReader } from './statement-reader.js';

/** Where the next transaction loses its connection. */
export interface Cut {
  /** Counted from 1, which is START TRANSACTION; or the next COMMIT of any transaction. */
  readonly atStatement: number | 'COMMIT';
  /** `before` the database gets the statement, or `after` it has carried it out: only its answer is lost. */
  readonly side: 'before' | 'after';
  /** Whether the database stays out of reach until {@link FaultProxy.heal}. */
  readonly staysAway: boolean;
}

/** A cut that waits for its statement. */
export interface ArmedCut {
  /** The statements of the first transaction that started since, up to the one that was hit. */
  readonly statements: readonly string[];
  readonly happened: boolean;
}

interface Arming extends Cut {
  readonly statements: string[];
  happened: boolean;
  connection: Connection | null;
}

interface Connection {
  readonly fromClient: Socket;
  readonly toServer: Socket;
  /** Statements of the transaction under way; 0 outside one. */
  statements: number;
  /** Set once the answer to the last statement must not come through. */
  swallows: boolean;
}

const starts = /^\s*START TRANSACTION/i;
const ends = /^\s*(COMMIT|ROLLBACK)/i;
const commits = /^\s*COMMIT/i;

/**
 * Stands between the service and its database and cuts a connection at a chosen statement of the next
 * transaction: before the server gets it, or between the server's answer and the client.
 */
export class FaultProxy {
  private readonly connections = new Set<Connection>();
  private armed: Arming | null = null;
  private isAway = false;
  private delayMs = 0;
  private readonly port: number;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    /** The database's address through here. */
    readonly url: string,
  ) {
    this.port = Number(new URL(url).port);
    server.on('connection', (socket) => this.accept(socket));
  }

  /** Starts a proxy before a database. Close it when the service that uses it has ended. */
  static async before(databaseUrl: string): Promise<FaultProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    return new FaultProxy(server, new URL(databaseUrl), url.href);
  }

  /** Cuts the next transaction that starts; a cut that has not happened is replaced. */
  arm(cut: Cut): ArmedCut {
    const arming: Arming = { ...cut, statements: [], happened: false, connection: null };
    this.armed = arming;
    return arming;
  }

  /** From now on everything takes so much longer on its way to the database, until {@link heal}. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  /** The database is in reach again, and nothing more is cut or delayed. */
  async heal(): Promise<void> {
    this.armed = null;
    this.endDelay();
    if (!this.isAway) return;
    this.isAway = false;
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** What is still on its way is lost with its connection: it must not be overtaken. */
  private endDelay(): void {
    if (this.delayMs === 0) return;
    this.delayMs = 0;
    for (const connection of this.connections) this.hangUp(connection);
  }

  /** Ends every connection, and refuses new ones until {@link heal}. */
  takeAway(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.server.close();
    for (const connection of this.connections) this.hangUp(connection);
  }

  /** Ends every connection, for good. */
  close(): void {
    this.takeAway();
  }

  private accept(fromClient: Socket): void {
    const toServer = connect({ host: this.target.hostname, port: Number(this.target.port || 3306) });
    const connection: Connection = { fromClient, toServer, statements: 0, swallows: false };
    this.connections.add(connection);
    for (const socket of [fromClient, toServer]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => this.hangUp(connection));
    }
    this.relay(connection);
  }

  private relay(connection: Connection): void {
    const { fromClient, toServer } = connection;
    const reader = new StatementReader();
    fromClient.on('data', (chunk: Buffer) => {
      const statements = reader.read(chunk);
      for (const statement of statements) this.count(connection, statement);
      if (fromClient.destroyed) return;
      if (this.delayMs === 0) toServer.write(chunk);
      else setTimeout(() => toServer.write(chunk), this.delayMs).unref();
    });
    toServer.on('data', (chunk: Buffer) => {
      if (!connection.swallows) fromClient.write(chunk);
      else this.cut(connection);
    });
  }

  private count(connection: Connection, statement: string): void {
    if (starts.test(statement)) connection.statements = 1;
    else if (connection.statements > 0) connection.statements += 1;
    if (connection.statements === 0) return;
    this.consider(connection, statement);
    if (ends.test(statement)) connection.statements = 0;
  }

  private consider(connection: Connection, statement: string): void {
    const { armed } = this;
    if (armed === null || armed.happened) return;
    if (armed.atStatement === 'COMMIT' ? !commits.test(statement) : !this.isTurnOf(connection, armed)) return;
    armed.statements.push(statement);
    if (armed.atStatement !== 'COMMIT' && connection.statements !== armed.atStatement) return;
    armed.happened = true;
    if (armed.side === 'before') this.cut(connection);
    else connection.swallows = true;
  }

  private isTurnOf(connection: Connection, armed: Arming): boolean {
    armed.connection ??= connection;
    return armed.connection === connection && connection.statements === armed.statements.length + 1;
  }

  private cut(connection: Connection): void {
    if (this.armed?.staysAway === true) this.takeAway();
    else this.hangUp(connection);
  }

  private hangUp(connection: Connection): void {
    if (!this.connections.delete(connection)) return;
    resetSocket(connection.fromClient);
    connection.toServer.destroy();
  }
}
