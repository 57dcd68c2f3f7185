import { once } from 'node:events';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { openRaw } from './raw-request.js';
import type { TestSpool } from './spool.js';

/** A request that is under way, whose caller can hang up. */
export interface OpenRequest {
  /** Hangs up; resolves when the service has noticed. */
  hangUp(): Promise<void>;
}

/** Sends a request and does not wait for its answer. Nothing else may connect to the service meanwhile. */
export const openRequest = async (spool: TestSpool, path: string, body: unknown): Promise<OpenRequest> => {
  const server: Server = spool.application.app.getHttpServer();
  const accepted = once(server, 'request');
  const text = JSON.stringify(body);
  const client = openRaw(
    spool.url,
    [
      `POST ${path} HTTP/1.1`,
      'host: spool',
      `authorization: Bearer ${spool.apiKey}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      '',
      text,
    ].join('\r\n'),
  );
  const [request]: { readonly socket?: unknown }[] = await accepted;
  const serverSide = request?.socket;
  if (!(serverSide instanceof Socket)) throw new Error('The request has no socket.');
  return {
    hangUp: async () => {
      const noticed = once(serverSide, 'close');
      client.destroy();
      await noticed;
    },
  };
};
