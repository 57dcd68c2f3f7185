import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';
import { adminPassword } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool();

const signIn = (username: string, password: string) =>
  spool.callAnonymously('POST', '/v1/session', { username, password });

const resetPassword = async (...options: string[]): Promise<string> => {
  const { code, lines } = await runProgram('reset-admin', options, spool.databaseUrl);
  expect(code).toBe(0);
  return lines[0]?.split(' ').at(-1) ?? '';
};

describe('The program reset-admin', () => {
  it('lets an administrator in again who was barred and lost the password, and ends the old sessions', async () => {
    const { headers } = await signIn('admin', adminPassword);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    await spool.database.write((sql) => sql.change(`UPDATE operators SET enabled = 0, role = 'viewer'`));

    const password = await resetPassword();

    expect((await signIn('admin', adminPassword)).status).toBe(401);
    const back = await signIn('admin', password);
    expect([back.status, back.body]).toEqual([200, expect.objectContaining({ role: 'admin' })]);
    const old = await spool.callAnonymously('GET', '/v1/session', undefined, { cookie });
    expect(old.status).toBe(401);
    const { body } = await spool.call<{ items: object[] }>('GET', '/v1/audit?action=operator.update');
    expect(body.items).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('reset-admin.js') }),
    ]);
  });

  it('makes an administrator where there is none of that name', async () => {
    const password = await resetPassword('rescue');
    expect((await signIn('rescue', password)).status).toBe(200);
  });

  it('makes none whose name could look like another', async () => {
    const { code, lines } = await runProgram('reset-admin', ['ad\u202emin'], spool.databaseUrl);
    expect([code, lines]).toEqual([2, [expect.stringContaining('U+202A to U+202E')]]);
  });
});
