import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';

/** A request as it came over the wire. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What the server does with a request. */
export type Reply = (response: ServerResponse, request: RecordedRequest) => void;

/** Answers with a JSON body. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };

/** A real HTTP server on a free port that records what it is asked and answers with the reply set last. */
export const startRecordingServer = async () => {
  const requests: RecordedRequest[] = [];
  let reply: Reply = json(200, {});
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: text === '' ? undefined : JSON.parse(text) };
    requests.push(request);
    reply(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answerWith: (next: Reply): void => void (reply = next),
    lastRequest: (): RecordedRequest => {
      const last = requests.at(-1);
      if (last === undefined) throw new Error('No request came.');
      return last;
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** A running recording server. */
export type RecordingServer = Awaited<ReturnType<typeof startRecordingServer>>;
