import { once } from 'node:events';
import {
  createServer,
  request as sendOn,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

/** Chooses the replica that a request goes to, by its path. */
export type Choose = (path: string) => string;

/** The one address of several replicas, as a proxy in front of them gives it; known before they start. */
export class FrontDoor {
  private choose: Choose = () => {
    throw new Error('No replica is behind this door yet.');
  };

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.forward(request, response),
    );
  }

  static async open(): Promise<FrontDoor> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The door has no port.');
    return new FrontDoor(server, `http://127.0.0.1:${address.port}`);
  }

  /** Leads to a replica from now on, or to several, by path. */
  leadTo(choose: Choose): void {
    this.choose = choose;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/', method = 'GET', headers } = request;
    const onward = sendOn(new URL(url, this.choose(url)), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  }
}
