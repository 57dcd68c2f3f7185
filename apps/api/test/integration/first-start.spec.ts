import '../support/patience.js';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { callerOf } from '@spool/test-bed/caller.js';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface FirstCredentials {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly apiKey: string;
}

let database: TestDatabase;
let directory: string;
let replicas: Replica[] = [];

const start = (name: string, environment: Record<string, string> = {}): Promise<Replica> =>
  startReplica({
    databaseUrl: database.url,
    dataDirectory: path.join(directory, name),
    apiKey: '',
    environment,
  });

const filesNamed = async (name: string): Promise<string[]> =>
  (await readdir(directory, { recursive: true }))
    .filter((file) => path.basename(file).startsWith(name))
    .map((file) => path.join(directory, file));

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'spool-first-start-'));
  replicas = await Promise.all([start('a'), start('b'), start('c')]);
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

describe('The first start of three replicas at once', () => {
  it('makes the first credentials once, prints them once, and keeps them for their owner alone', async () => {
    const files = await filesNamed('first-credentials.json');
    expect(files).toHaveLength(1);
    const [file = ''] = files;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const credentials: FirstCredentials = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.keys(credentials)).toEqual(['url', 'username', 'password', 'apiKey']);
    const printed = replicas.filter((replica) => replica.output().includes(credentials.apiKey));
    expect(printed.map((replica) => replica.url)).toEqual([credentials.url]);
    expect(printed[0]?.output().split(credentials.password)).toHaveLength(2);
  });

  it('makes credentials that every replica accepts', async () => {
    const [file = ''] = await filesNamed('first-credentials.json');
    const { apiKey, username, password }: FirstCredentials = JSON.parse(await readFile(file, 'utf8'));
    for (const { url } of replicas) {
      expect((await callerOf(url, apiKey)('GET', '/v1/api-keys')).status).toBe(200);
      expect((await callerOf(url, null)('POST', '/v1/session', { username, password })).status).toBe(200);
    }
  });

  it('runs each migration once', async () => {
    const connection = await createConnection({ uri: database.url });
    const [rows] = await connection.query('SELECT name, COUNT(*) AS times FROM migrations GROUP BY name');
    await connection.end();
    expect(rows).toEqual(expect.arrayContaining([{ name: expect.any(String), times: 1 }]));
    expect(JSON.stringify(rows)).not.toContain('"times":2');
  });
});

describe('A first start that was given its credentials', () => {
  it('takes them and prints neither', async () => {
    const fresh = await createTestDatabase();
    const given = {
      SPOOL_ADMIN_PASSWORD: 'a password of ours',
      SPOOL_API_KEY: `spool_ours_${'k'.repeat(40)}`,
    };
    const replica = await startReplica({
      databaseUrl: fresh.url,
      dataDirectory: path.join(directory, 'given'),
      apiKey: given.SPOOL_API_KEY,
      environment: given,
    });
    try {
      expect((await replica.call('GET', '/v1/api-keys')).status).toBe(200);
      expect(replica.output()).toContain('with the password of SPOOL_ADMIN_PASSWORD');
      for (const secret of Object.values(given)) expect(replica.output()).not.toContain(secret);
    } finally {
      await replica.kill();
      await fresh.drop();
      await rm(path.join(directory, 'given'), { recursive: true });
    }
  });
});

describe('A later start', () => {
  it('makes and prints no credentials, and the settings for the first start change nothing', async () => {
    const later = await start('later', { SPOOL_ADMIN_PASSWORD: 'another password' });
    expect(later.output()).not.toContain('API key');
    expect(await later.stop()).toBe(0);
    expect(await filesNamed('first-credentials.json')).toHaveLength(1);
  });

  it('at another address writes that down where the one before is answered no more, and only there', async () => {
    const [file = ''] = await filesNamed('first-credentials.json');
    const kept = async (): Promise<FirstCredentials> => JSON.parse(await readFile(file, 'utf8'));
    const written = await kept();
    const name = path.basename(path.dirname(file));
    const first = replicas.find(({ url }) => url === written.url);
    const beside = await start(name);
    await beside.stop();
    expect(await kept()).toEqual(written);
    await first?.stop();

    const next = await start(name);

    expect(await kept()).toEqual({ ...written, url: next.url });
    await next.stop();
  });

  it('leaves the file of another installation as it is', async () => {
    const [file = ''] = await filesNamed('first-credentials.json');
    const foreign = {
      ...JSON.parse(await readFile(file, 'utf8')),
      apiKey: `spool_foreign_${'0'.repeat(64)}`,
    };
    await mkdir(path.join(directory, 'foreign'));
    const place = path.join(directory, 'foreign', 'first-credentials.json');
    await writeFile(place, JSON.stringify(foreign));

    expect(await (await start('foreign')).stop()).toBe(0);

    expect(JSON.parse(await readFile(place, 'utf8'))).toEqual(foreign);
    await rm(place);
  });
});

describe('A first password that is guessed first', () => {
  it('is taken from who installs, who is warned of it', async () => {
    const empty = await createTestDatabase();
    const replica = await startReplica({
      databaseUrl: empty.url,
      dataDirectory: path.join(directory, 'weak'),
      apiKey: '',
      environment: { SPOOL_ADMIN_PASSWORD: 'Password1', SPOOL_LOG_LEVEL: 'warn' },
    });
    replicas.push(replica);
    expect(replica.output()).toMatch(/"level":"warn"[^\n]*SPOOL_ADMIN_PASSWORD[^\n]*most common passwords/);
    const credentials = { username: 'admin', password: 'Password1' };
    expect((await callerOf(replica.url, null)('POST', '/v1/session', credentials)).status).toBe(200);
    await replica.kill();
    await empty.drop();
  });
});

describe('A start that cannot be', () => {
  it('names everything that is wrong with its settings', async () => {
    const attempt = start('wrong', { SPOOL_LOG_LEVEL: 'loud', SPOOL_PUBLIC_URL: 'nowhere' });
    await expect(attempt).rejects.toThrow(/SPOOL_PUBLIC_URL[^]*SPOOL_LOG_LEVEL/);
  });

  it('says so when it has no folder for the first credentials, and makes none', async () => {
    const fresh = await createTestDatabase();
    const file = path.join(directory, 'no-folder');
    await writeFile(file, '');
    const options = { databaseUrl: fresh.url, dataDirectory: file, apiKey: '' };
    await expect(startReplica(options)).rejects.toThrow(/no-folder.* SPOOL_DATA_DIR/);
    await rm(file);
    const next = await startReplica(options);
    expect(next.output()).toContain('This is the first start.');
    await next.kill();
    await fresh.drop();
  });

  it('ends at once when the database refuses it', async () => {
    const url = new URL(database.url);
    url.pathname = '/spool_that_is_not_there';
    const attempt = startReplica({ databaseUrl: url.href, dataDirectory: directory, apiKey: '' });
    await expect(attempt).rejects.toThrow('spool_that_is_not_there');
  });
});
