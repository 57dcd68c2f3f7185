import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CreatedApiKey } from '@spool/contracts';
import { commandLine, commandLineOf } from '../support/command-line.js';
import { setUpSpool } from '../support/spool-stage.js';
import { setUpFolder } from '../support/temporary-folder.js';

const spool = setUpSpool();
const cli = commandLineOf(spool);
const folder = setUpFolder();

describe('The command line: administration', () => {
  it('rotates keys', async () => {
    const making = ['keys', 'create', 'rotated', '--scope', 'read', '--expires', '+1h'];
    const made = await cli.json<CreatedApiKey>(...making);
    const old = commandLine({ SPOOL_URL: spool.url, SPOOL_API_KEY: made.key });
    const { stdout, stderr } = await cli.run(['keys', 'rotate', made.id, '--overlap', '0']);
    expect(stderr).toBe('The key is shown this once:\n');
    const rotated = commandLine({ SPOOL_URL: spool.url, SPOOL_API_KEY: stdout.trim() });
    expect(await rotated.run(['queues'])).toMatchObject({ code: 0 });
    expect(await old.run(['queues'])).toMatchObject({ code: 4 });
  });

  it('makes, changes, bars and removes operators, and tells who did it', async () => {
    const file = path.join(folder(), 'password');
    await writeFile(file, 'a long password of mine\n');
    const random = await cli.run(['operators', 'create', 'anna']);
    expect(random).toMatchObject({ code: 0, stderr: 'The password is shown this once:\n' });
    const anna = { username: 'anna', password: random.stdout.trim() };
    expect(await spool.callAnonymously('POST', '/v1/session', anna)).toMatchObject({ status: 200 });

    const changes = ['--role', 'operator', '--password-file', file];
    expect(await cli.json('operators', 'set', 'anna', ...changes)).toMatchObject({ role: 'operator' });
    const mine = { username: 'anna', password: 'a long password of mine' };
    expect(await spool.callAnonymously('POST', '/v1/session', mine)).toMatchObject({ status: 200 });
    expect(await cli.json('operators', 'disable', 'anna')).toMatchObject({ enabled: false });
    expect(await cli.json('operators', 'enable', 'anna')).toMatchObject({ enabled: true });
    expect(await cli.run(['operators', 'delete', 'anna', '--yes'])).toMatchObject({ code: 0 });
    expect(await cli.run(['operators', 'disable', 'anna'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no operator "anna"'),
    });
    const { items } = await cli.json('audit', '--action', 'operator.delete');
    expect(items).toEqual([expect.objectContaining({ actor: expect.objectContaining({ type: 'api-key' }) })]);
  });

  it('checks the rows and tells of the schema, by the programs of the service', async () => {
    const here = commandLine({ DATABASE_URL: spool.databaseUrl });
    expect(await here.run(['check'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing contradicts itself.'),
    });
    expect(await here.json('check')).toMatchObject({ contradictions: [] });
    expect(await commandLine({}).run(['check'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('DATABASE_URL'),
    });
    expect(await here.run(['migrate', 'status'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The schema is current.'),
    });
    expect(await here.run(['migrate', 'down'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('say --yes'),
    });
  });
});
