import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OwnDatabase } from '@spool/test-bed/own-database.js';
import { createApplication, type SpoolApplication } from '../../src/create-application.js';
import { readConfig, type Config } from '../../src/platform/config/config.js';
import { ConnectionSilent } from '../../src/platform/database/connection-silent.js';
import { databaseServerOf } from '../../src/platform/database/database-server.js';
import type { Database } from '../../src/platform/database/database.js';
import { Pulse } from '../../src/platform/database/pulse.js';
import {
  makeAuthority,
  replaceCertificate,
  signCertificate,
  type Certificate,
} from '../support/certificates.js';
import { runProgram } from '../support/run-program.js';
import { adminPassword } from '../support/spool.js';
import '../support/patience.js';

type Environment = Readonly<Record<string, string>>;

let directory: string;
let authority: Certificate;
let stranger: Certificate;
let served: Certificate;
let database: OwnDatabase;
let application: SpoolApplication;
/** As strict as it can be, and right. */
let strict: Environment;

const urlFor = (user: string): string => {
  const url = new URL(database.url);
  url.hostname = 'localhost';
  url.username = user;
  return url.href;
};

const configOf = (environment: Environment): Config => ({
  ...readConfig({
    DATABASE_URL: urlFor('root'),
    SPOOL_DATA_DIR: directory,
    SPOOL_ADMIN_PASSWORD: adminPassword,
    SPOOL_LOG_LEVEL: 'error',
    ...environment,
  }),
  port: 0,
});

/** Starts as an installation does, reads something, and stops. */
const tryToServe = async <Result>(
  environment: Environment,
  work: (parts: SpoolApplication['parts']) => Promise<Result>,
): Promise<Result> => {
  const tried = await createApplication(configOf(environment));
  try {
    return await work(tried.parts);
  } finally {
    await tried.close();
  }
};

const cipherOf = async ({ dataSource }: Database): Promise<string> => {
  const [row] = await dataSource.query<{ Value: string }[]>("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
  return row?.Value ?? '';
};

const cipherOfMain = ({ database: main }: SpoolApplication['parts']): Promise<string> => cipherOf(main);

const run = async (...statements: string[]): Promise<void> => {
  for (const statement of statements) await application.parts.database.dataSource.query(statement);
};

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'spool-tls-'));
  authority = await makeAuthority(directory, 'authority');
  stranger = await makeAuthority(directory, 'stranger');
  served = await signCertificate(directory, authority, 'localhost');
  database = await OwnDatabase.start(undefined, directory, [
    `--ssl-ca=${authority.cert}`,
    `--ssl-cert=${served.cert}`,
    `--ssl-key=${served.key}`,
    '--require-secure-transport=ON',
  ]);
  strict = { SPOOL_DATABASE_TLS: 'verify-identity', SPOOL_DATABASE_TLS_CA: authority.cert };
  application = await createApplication(configOf(strict));
});

afterAll(async () => {
  await application.close();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

describe('A database that takes encrypted connections alone', () => {
  it('is served with, over both pools', async () => {
    const { parts } = application;
    expect(await cipherOf(parts.database)).not.toBe('');
    expect(await cipherOf(parts.urgentDatabase)).not.toBe('');
  });

  it('is asked about a connection that has fallen silent', async () => {
    const pulse = new Pulse(databaseServerOf(configOf(strict)), { silenceMs: 10, questionMs: 5_000 });
    const [row] = await application.parts.database.dataSource.query<{ id: number }[]>(
      'SELECT CONNECTION_ID() AS id',
    );
    const answer = pulse.answerOf({ threadId: Number(row?.id) }, new Promise(() => undefined));
    await expect(answer).rejects.toThrow(ConnectionSilent);
  });

  it.each([
    ['migrate', ['status']],
    ['migrate', ['up']],
    ['check', []],
    ['reset-admin', ['rescue']],
  ])('is reached by the program %s %j', async (name, options) => {
    const { code, lines } = await runProgram(name, options, urlFor('root'), strict);
    expect([code, lines.join('\n')]).toEqual([0, expect.not.stringContaining('TLS')]);
  });

  it('refuses a start without, which says so at once', async () => {
    // MySQL says why it refuses; MariaDB says no more than that it denies access.
    const advice = /takes encrypted connections alone|asks for TLS \(SPOOL_DATABASE_TLS\)/;
    await expect(tryToServe({}, cipherOfMain)).rejects.toThrow(advice);
    expect((await runProgram('check', [], urlFor('root'))).code).toBe(2);
  });
});

describe('The certificate of the database', () => {
  it.each(['verify-ca', 'verify-identity'])('of another authority ends a start with %s', async (mode) => {
    const environment = { SPOOL_DATABASE_TLS: mode, SPOOL_DATABASE_TLS_CA: stranger.cert };
    const wrong = /SPOOL_DATABASE_TLS_CA must hold the authority/;
    await expect(tryToServe(environment, cipherOfMain)).rejects.toThrow(wrong);
    await expect(tryToServe({ SPOOL_DATABASE_TLS: mode }, cipherOfMain)).rejects.toThrow(wrong);
    const { code, lines } = await runProgram('migrate', ['up'], urlFor('root'), environment);
    expect([code, lines.join('\n')]).toEqual([2, expect.stringMatching(wrong)]);
  });

  it('is not looked at where encryption is all that is required', async () => {
    expect(await tryToServe({ SPOOL_DATABASE_TLS: 'required' }, cipherOfMain)).not.toBe('');
  });

  it('for another name ends a start that looks at the name', async () => {
    const right = await signCertificate(directory, authority, 'right');
    await replaceCertificate(right, served);
    await replaceCertificate(served, await signCertificate(directory, authority, 'database.example'));
    const reload = database.kind === 'mariadb' ? 'FLUSH SSL' : 'ALTER INSTANCE RELOAD TLS';
    await run(reload);
    try {
      await expect(tryToServe(strict, cipherOfMain)).rejects.toThrow(/certificate is for another name/);
      const lenient = { ...strict, SPOOL_DATABASE_TLS: 'verify-ca' };
      expect(await tryToServe(lenient, cipherOfMain)).not.toBe('');
    } finally {
      await replaceCertificate(served, right);
      await run(reload);
    }
    expect(await tryToServe(strict, cipherOfMain)).not.toBe('');
  });
});

describe('The certificate of Spool', () => {
  it('is shown to a database that asks for one', async () => {
    await run(
      `CREATE USER 'certified'@'127.0.0.1' IDENTIFIED BY '' REQUIRE X509`,
      `GRANT ALL PRIVILEGES ON spool.* TO 'certified'@'127.0.0.1'`,
    );
    const own = await signCertificate(directory, authority, 'replica');
    const certified = {
      ...strict,
      DATABASE_URL: urlFor('certified'),
      SPOOL_DATABASE_TLS_CERT: own.cert,
      SPOOL_DATABASE_TLS_KEY: own.key,
    };
    const whoAmI = async ({ database: main }: SpoolApplication['parts']): Promise<unknown> =>
      await main.dataSource.query('SELECT CURRENT_USER() AS name');
    expect(await tryToServe(certified, whoAmI)).toEqual([{ name: 'certified@127.0.0.1' }]);
    const mixed = { ...certified, SPOOL_DATABASE_TLS_KEY: stranger.key };
    expect(() => configOf(mixed)).toThrow('SPOOL_DATABASE_TLS_KEY is not the key of SPOOL_DATABASE_TLS_CERT');
    const anonymous = { ...strict, DATABASE_URL: certified.DATABASE_URL };
    await expect(tryToServe(anonymous, whoAmI)).rejects.toThrow('Access denied');
  });
});
