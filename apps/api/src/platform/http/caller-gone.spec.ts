import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { callerGone } from './caller-gone.js';

const server = createServer();

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const nextRequest = async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const client = connect(address.port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [, response]: [unknown, ServerResponse] = await new Promise((resolve) =>
    server.once('request', (request, given) => resolve([request, given])),
  );
  return { client, response };
};

describe('callerGone', () => {
  it('fires when the client hangs up before its answer', async () => {
    const { client, response } = await nextRequest();
    const gone = callerGone(response);
    expect(gone.aborted).toBe(false);
    client.destroy();
    await once(gone, 'abort');
    expect(callerGone(response).aborted).toBe(true);
  });

  it('does not fire when the answer was written', async () => {
    const { client, response } = await nextRequest();
    const gone = callerGone(response);
    response.end('answer');
    await once(response, 'close');
    client.destroy();
    expect(gone.aborted).toBe(false);
  });
});
