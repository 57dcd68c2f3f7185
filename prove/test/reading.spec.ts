import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Reading } from '../src/history/reading.js';

let server: Server;
let statuses: number[];
let asked: string[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.close();
});

const reading = (): Reading => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return new Reading({ size: 1, urlOf: () => `http://127.0.0.1:${port}`, credentials: {} });
};

describe('A reading', () => {
  it('comes again while the service asks for that', async () => {
    statuses = [503, 503, 200];
    await reading().putQueue('plain', {});
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'PUT /v1/queues/plain'));
  });

  it('is an error when the service says that something is wrong', async () => {
    statuses = [500];
    await expect(reading().putQueue('plain', {})).rejects.toThrow('PUT /v1/queues/plain: 500');
    expect(asked).toHaveLength(1);
  });
});
