import '../support/patience.js';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let directory: string;
let replica: Replica;
let sockets: Socket[] = [];

const mostOfTheSystem = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
const callers = Math.min(1_000, mostOfTheSystem);

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'spool-connections-'));
  replica = await startReplica({ databaseUrl: database.url, dataDirectory: directory, apiKey: '' });
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await replica.kill();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

describe('A thousand callers who connect while a replica is busy', () => {
  it('are all let in, and answered when it has time', async () => {
    replica.signal('SIGSTOP');
    sockets = Array.from({ length: callers }, () => connect(replica.port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    replica.signal('SIGCONT');
    const answers = sockets.map(async (socket) => {
      socket.write('GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      const [answer] = await once(socket, 'data');
      return String(answer).slice(0, 'HTTP/1.1 200'.length);
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']));
  });
});
