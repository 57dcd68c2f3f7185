import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ApiKey, CreatedApiKey, Page } from '@spool/contracts';
import { findFreePort } from '@spool/test-bed/replica.js';
import { commandLine, commandLineOf } from '../support/command-line.js';
import { setUpSpool } from '../support/spool-stage.js';
import { setUpFolder } from '../support/temporary-folder.js';

const spool = setUpSpool();
const cli = commandLineOf(spool);
const folder = setUpFolder();

describe('The command line: where and as whom', () => {
  it('finds what the first start wrote down, and sends its key to that address alone', async () => {
    const data = path.join(folder(), 'data');
    await mkdir(data);
    const written = JSON.stringify({
      url: spool.url,
      username: 'admin',
      password: '-',
      apiKey: spool.apiKey,
    });
    await writeFile(path.join(data, 'first-credentials.json'), written);
    const here = commandLine({}, data);
    expect(await here.run(['queues', '--json'])).toMatchObject({ code: 0, stderr: '' });

    const elsewhere = spool.url.replace('127.0.0.1', 'localhost');
    const { code, stderr } = await here.run(['--url', elsewhere, 'queues']);
    expect(code).toBe(4);
    expect(stderr).toMatch(/\(unauthenticated, request [0-9a-f-]{36}\)/);
  });

  it('takes a key from a file before that of the environment', async () => {
    const file = path.join(folder(), 'key');
    await writeFile(file, `${spool.apiKey}\n`);
    const wrong = commandLine({ SPOOL_URL: `${spool.url}/`, SPOOL_API_KEY: 'spool_000000000000_wrong' });
    expect(await wrong.run(['queues', '--api-key-file', file])).toMatchObject({ code: 0 });
    expect(await wrong.run(['queues'])).toMatchObject({ code: 4, stdout: '' });
    expect(await wrong.run(['queues', '--api-key-file', path.join(folder(), 'none')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be read'),
    });
  });

  it('tells usage, refusals and silence apart', async () => {
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    const [usage, unknown, notThere, silent, version] = await Promise.all([
      cli.run(['queues', 'show']),
      cli.run(['frobnicate']),
      cli.run(['queues', 'show', 'nosuch']),
      cli.run(['--url', nowhere, 'queues', 'show', 'orders']),
      cli.run(['--url', 'ftp://spool', 'queues']),
    ]);
    expect([usage.code, unknown.code, notThere.code, silent.code, version.code]).toEqual([2, 2, 1, 3, 2]);
    expect(notThere.stderr).toMatch(/spool: There is no queue "nosuch".*\n.*\(queue_not_found, request /);
    expect(silent.stderr).toBe(`spool: Spool cannot be reached at ${nowhere}. Does it run there?\n`);

    const { stdout, stderr } = await cli.run(['queues', 'show', 'nosuch', '--json']);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'queue_not_found', requestId: expect.any(String), errors: [] },
    });
  });

  it('refuses what a key may not do with a code of its own', async () => {
    const making = ['keys', 'create', 'reader', '--scope', 'read', '--queue', 'shop-*'];
    const { id, key } = await cli.json<CreatedApiKey>(...making);
    const reader = commandLine({ SPOOL_URL: spool.url, SPOOL_API_KEY: key });
    expect(await reader.run(['queues'])).toMatchObject({ code: 0 });
    expect(await reader.run(['queues', 'create', 'shop-1'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('(forbidden, request '),
    });
    const { items } = await cli.json<Page<ApiKey>>('keys', '--all');
    expect(items).toContainEqual(expect.objectContaining({ id, name: 'reader' }));
    expect(await cli.run(['keys', 'revoke', id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('say --yes'),
    });
    expect(await cli.run(['keys', 'revoke', id, '--yes'])).toMatchObject({ code: 0 });
    expect(await reader.run(['queues'])).toMatchObject({ code: 4 });
  });

  it('helps with every command', async () => {
    const { code, stdout } = await cli.run(['--help']);
    expect(code).toBe(0);
    const names = [...stdout.matchAll(/^ {2}([a-z]+)(?:\|[a-z]+)? .*/gm)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['queues', 'enqueue', 'tail', 'dead', 'check']));
    const helps = await Promise.all(names.map((name) => cli.run([name, '--help'])));
    expect(helps.map(({ code: each }) => each)).toEqual(names.map(() => 0));
    expect(helps.every(({ stdout: text }) => text.includes('Usage: spool'))).toBe(true);
  });
});
