import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Knows which connections carry a request, so that a stop waits for those alone. */
export class OpenConnections {
  private readonly open = new Set<Socket>();
  private readonly requestsOf = new Map<Socket, number>();
  private isStopping = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      if (this.isStopping) socket.destroy();
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.requestsOf.set(socket, (this.requestsOf.get(socket) ?? 0) + 1);
      response.once('close', () => this.answered(socket));
    });
  }

  /** Ends connections without a request, idle ones and those that never sent one whole, and lets no new one in. */
  stop(): void {
    this.isStopping = true;
    for (const socket of this.open) {
      if (!this.requestsOf.has(socket)) socket.destroy();
    }
  }

  private answered(socket: Socket): void {
    const left = (this.requestsOf.get(socket) ?? 1) - 1;
    if (left > 0) this.requestsOf.set(socket, left);
    else this.requestsOf.delete(socket);
    if (this.isStopping && left <= 0) socket.destroySoon();
  }
}
