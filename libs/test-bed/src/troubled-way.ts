import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { resetSocket } from './reset-socket.js';

/** How bytes get through, in either direction. */
export interface Passage {
  /** Every piece comes this much later. */
  readonly delayMs: number;
  /** A piece is at most so long, and the next follows `delayMs` after it. */
  readonly pieceBytes: number;
}

const freely: Passage = { delayMs: 0, pieceBytes: Number.POSITIVE_INFINITY };

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
}

/** Passes on what one socket sends to another, piece by piece, in order. */
const relay = (from: Socket, to: Socket, passage: () => Passage): void => {
  let sent = Promise.resolve();
  const send = async (chunk: Buffer): Promise<void> => {
    for (let rest = chunk; rest.length > 0;) {
      const { delayMs, pieceBytes } = passage();
      if (delayMs > 0) await pause(delayMs);
      const piece = rest.subarray(0, pieceBytes);
      rest = rest.subarray(piece.length);
      if (!to.destroyed) to.write(piece);
    }
  };
  from.on('data', (chunk: Buffer) => {
    sent = sent.then(() => send(chunk));
  });
};

/**
 * A way to the database that can be slow, silent or broken: frozen, nothing gets through and nothing is refused, as
 * when the server is stopped or the network drops what it carries.
 */
export class TroubledWay {
  private readonly connections = new Set<Connection>();
  private passage = freely;
  private isFrozen = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    /** The database's address through here. */
    readonly url: string,
  ) {
    server.on('connection', (socket) => this.accept(socket));
  }

  /** Opens a way to a database. Close it when the service that uses it has ended. */
  static async to(databaseUrl: string): Promise<TroubledWay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The way has no port.');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    return new TroubledWay(server, new URL(databaseUrl), url.href);
  }

  /** From now on nothing gets through; new connections are taken, and hear nothing either. */
  freeze(): void {
    this.isFrozen = true;
    for (const connection of this.connections) this.hold(connection);
  }

  /** Freezes the connections that there are; new ones get through. */
  freezeOpen(): void {
    for (const connection of this.connections) this.hold(connection);
  }

  /** Everything gets through again, what was held first. */
  thaw(): void {
    this.isFrozen = false;
    for (const { near, far } of this.connections) for (const socket of [near, far]) socket.resume();
  }

  /** From now on bytes get through like this. */
  slowDown(passage: Passage): void {
    this.passage = passage;
  }

  /** Resets every connection. */
  reset(): void {
    for (const { near, far } of this.connections) {
      resetSocket(near);
      resetSocket(far);
    }
  }

  /** Ends every connection towards the database only: it still answers, and hears nothing any more. */
  halfClose(): void {
    for (const { far } of this.connections) far.end();
  }

  /** Bytes get through as they come. */
  heal(): void {
    this.passage = freely;
    this.thaw();
  }

  /** Ends the way and every connection on it. */
  close(): void {
    this.server.close();
    this.reset();
  }

  private accept(near: Socket): void {
    const far = connect({ host: this.target.hostname, port: Number(this.target.port || 3306) });
    const connection: Connection = { near, far };
    this.connections.add(connection);
    const passage = (): Passage => this.passage;
    relay(near, far, passage);
    relay(far, near, passage);
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.connections.delete(connection);
        other.destroy();
      });
    }
    if (this.isFrozen) this.hold(connection);
  }

  private hold({ near, far }: Connection): void {
    near.pause();
    far.pause();
  }
}
