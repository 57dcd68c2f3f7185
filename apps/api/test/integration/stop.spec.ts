import '../support/patience.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateApiKey, writeApiKey } from '../../src/platform/auth/api-key-format.js';
import { eventually } from '../support/eventually.js';
import { openRaw } from '../support/raw-request.js';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { TaskCalls } from '../support/task-calls.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const apiKey = writeApiKey(generateApiKey());
let database: TestDatabase;
let dataDirectory: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'spool-stop-'));
});

afterAll(async () => {
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const start = (environment: Record<string, string> = {}): Promise<Replica> =>
  startReplica({
    databaseUrl: database.url,
    dataDirectory,
    apiKey,
    environment: { SPOOL_API_KEY: apiKey, ...environment },
  });

/** A replica that stops lets no new connection in. */
const untilClosed = async (replica: Replica): Promise<void> => {
  for (;;) {
    try {
      const { status } = await replica.call('GET', '/health/live', undefined, { connection: 'close' });
      if (status === 503) return;
    } catch {
      return;
    }
  }
};

describe('A stop', () => {
  it('ends with exit code 0, idle connections or not', async () => {
    const replica = await start();
    const idle = openRaw(replica.url, '');
    expect((await replica.call('GET', '/health/live')).status).toBe(200);
    expect(await replica.stop()).toBe(0);
    idle.destroy();
  });

  it('finishes a request that was on its way', async () => {
    const replica = await start();
    const body = JSON.stringify({ name: 'late', scopes: ['read'] });
    const half = body.length / 2;
    const socket = openRaw(
      replica.url,
      `POST /v1/api-keys HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
    );
    await replica.call('GET', '/metrics');
    replica.signal('SIGTERM');
    await untilClosed(replica);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('utf8')));
    socket.write(body.slice(half));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 201 [^]*connection: close/i);
    expect(await replica.ended()).toBe(0);
  });

  it('does not wait longer than it may', async () => {
    const replica = await start({ SPOOL_SHUTDOWN_TIMEOUT_MS: '500' });
    const stuck = openRaw(
      replica.url,
      `POST /v1/api-keys HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    await replica.call('GET', '/metrics');
    expect(await replica.stop()).toBe(1);
    stuck.destroy();
  });
});

describe('A stop with a delay for load balancers', () => {
  const drainDelayMs = 3_000;
  const headersOf = ({ headers }: { readonly headers: Headers }) => headers.get('connection');

  it('says first that it is not ready, and serves on; who waits for tasks is answered at once', async () => {
    const replica = await start({ SPOOL_DRAIN_DELAY_MS: String(drainDelayMs) });
    const tasks = new TaskCalls(replica.call);
    await tasks.putQueue('drained');
    const waiting = tasks.dequeue('drained', { waitMs: 30_000 });
    const signalledAt = performance.now();
    replica.signal('SIGTERM');
    const refused = await eventually('readiness to refuse', async () => {
      const answer = await replica.call('GET', '/health/ready');
      return answer.status === 503 ? answer : null;
    });
    expect(refused.body).toEqual({ status: 'unavailable', checks: { service: 'is stopping' } });
    expect(await waiting).toEqual([]);
    expect(await tasks.dequeue('drained', { waitMs: 30_000 })).toEqual([]);
    const live = await replica.call('GET', '/health/live');
    expect([live.status, headersOf(live)]).toEqual([200, 'close']);
    const { id } = await tasks.enqueue('drained');
    const held = await tasks.takeOne('drained');
    expect([held.id, await tasks.complete([held])]).toEqual([
      id,
      [expect.objectContaining({ status: 'ok' })],
    ]);

    expect(await replica.ended()).toBe(0);
    expect(performance.now() - signalledAt).toBeGreaterThanOrEqual(drainDelayMs);
  });
});
