import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { generateApiKey, writeApiKey } from '../../src/platform/auth/api-key-format.js';
import { eventually } from '../support/eventually.js';
import { catalogue, sampleAddress } from '../support/route-catalogue.js';
import { adminPassword } from '../support/spool.js';
import { TaskCalls } from '../support/task-calls.js';
import { createTestDatabase } from '../support/test-database.js';

const canary = 'a canary that must stay silent';
const keptSilent = new Set(['payload', 'result', 'message', 'stack', 'progress', 'password', 'newPassword']);
const skipped = new Set(['streamEvents']);

let replica: Replica;
let end: () => Promise<void>;
const apiKey = writeApiKey(generateApiKey());
const wrongKey = writeApiKey(generateApiKey());

beforeAll(async () => {
  const database = await createTestDatabase();
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'spool-log-'));
  replica = await startReplica({
    databaseUrl: database.url,
    dataDirectory,
    apiKey,
    environment: {
      SPOOL_API_KEY: apiKey,
      SPOOL_ADMIN_PASSWORD: adminPassword,
      SPOOL_LOG_LEVEL: 'trace',
      SPOOL_SLOW_REQUEST_MS: '1',
    },
  });
  end = async () => {
    await replica.stop();
    await database.drop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
});

afterAll(() => end());

const withCanary = (body: unknown): unknown =>
  body === undefined
    ? undefined
    : JSON.parse(JSON.stringify(body), (key, value: unknown) => (keptSilent.has(key) ? canary : value));

interface Line {
  readonly msg: string;
  readonly level: string;
  readonly [field: string]: unknown;
}

const lines = (): Line[] =>
  replica
    .output()
    .split('\n')
    .flatMap((text) => (text.startsWith('{') ? [JSON.parse(text) as Line] : []));

describe('The log at its most talkative', () => {
  it('has a line for every call, and in none a payload, a result, an error of a task or a secret', async () => {
    const calls = new TaskCalls(replica.call);
    await calls.putQueue('orders');
    const { id } = await calls.enqueue('orders', { payload: canary, maxAttempts: 1 });
    const held = await calls.takeOne('orders');
    await calls.keepalive([held], { progress: canary });
    await calls.fail([held], { error: { message: canary, stack: canary } });
    await calls.restart({ ids: [id] });
    await calls.complete([await calls.takeOne('orders')], { result: canary });

    for (const entry of catalogue) {
      if (skipped.has(entry.name)) continue;
      await replica.call(entry.route.method, sampleAddress(entry), withCanary(entry.sample.body));
    }
    await replica.call('POST', '/v1/session', { username: 'admin', password: adminPassword });
    await replica.call('POST', '/v1/queues/orders/tasks', undefined, { authorization: `Bearer ${wrongKey}` });
    await replica.call('GET', `/v1/nothing?secret=${encodeURIComponent(canary)}`);

    await eventually('the line of the last call', () =>
      lines().some(({ path: called }) => called === '/v1/nothing') ? true : null,
    );
    const text = lines()
      .map((line) => JSON.stringify(line))
      .join('\n');
    const answered = lines().filter(({ msg }) => /answered$/i.test(msg));
    expect(answered.length).toBeGreaterThan(catalogue.length);
    for (const silent of [canary, encodeURIComponent(canary), adminPassword, apiKey, wrongKey])
      expect(text).not.toContain(silent);
    expect(text).not.toContain(apiKey.split('_')[2] ?? apiKey);
  });

  it('warns of slow answers, with who called and what for', () => {
    const [slow] = lines().filter(({ level, route }) => level === 'warn' && route === '/v1/queues/:queue');
    expect(slow).toMatchObject({
      method: 'PUT',
      path: '/v1/queues/orders',
      status: 201,
      requestId: expect.any(String),
      caller: expect.stringMatching(/^key:/),
      msg: 'A slow request was answered',
    });
  });
});
