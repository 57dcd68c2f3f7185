import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '@spool/test-bed/programs.js';
import { findFreePort } from '@spool/test-bed/replica.js';
import { z } from 'zod';
import { eventually } from './eventually.js';

const packages = ['prometheus'];

/** The configuration that operators get. */
export const monitoringFolder = fileURLToPath(new URL('../../../../docker/prometheus/', import.meta.url));

const alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.string() })),
  }),
});
const rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            name: z.string(),
            labels: z.record(z.string(), z.string()),
            annotations: z.record(z.string(), z.string()),
          }),
        ),
      }),
    ),
  }),
});
const series = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

/** A real Prometheus that scrapes replicas and judges docker/prometheus/rules.yaml. */
export interface Prometheus {
  /** The alerts that fire now: their labels, the name among them. */
  firing(): Promise<Readonly<Record<string, string>>[]>;
  /** Every rule as Prometheus has read it. */
  rules(): Promise<z.output<typeof rules>['data']['groups'][number]['rules']>;
  /** The values of an expression now, one a series. */
  query(expression: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Runs promtool; what it says. Throws when it finds something wrong. */
export const promtool = async (...options: readonly string[]): Promise<string> => {
  const program = await findProgram({ name: 'promtool', packages });
  const { stdout } = await promisify(execFile)(program.path, options, {
    cwd: monitoringFolder,
    env: program.environment,
  });
  return stdout;
};

const replaceAll = (text: string, replacements: readonly (readonly [string | RegExp, string])[]): string => {
  let replaced = text;
  for (const [there, here] of replacements) {
    if (replaced.search(there) < 0) throw new Error(`docker/prometheus does not contain "${there}".`);
    replaced = replaced.replaceAll(there, here);
  }
  return replaced;
};

const scrapeEvery = '1s';

/** Writes what is shipped into a folder: for these replicas and this key, in seconds instead of minutes. */
const writeConfiguration = async (
  directory: string,
  targets: readonly string[],
  apiKey: string,
): Promise<string> => {
  const keyFile = path.join(directory, 'key');
  const file = path.join(directory, 'prometheus.yaml');
  const read = (name: string) => readFile(path.join(monitoringFolder, name), 'utf8');
  const addresses = targets.map((url) => `'${new URL(url).host}'`).join(', ');
  await writeFile(keyFile, `${apiKey}\n`);
  await writeFile(
    path.join(directory, 'rules.yaml'),
    replaceAll(await read('rules.yaml'), [[/^( *)for: \d+m$/gm, '$1for: 1s']]),
  );
  await writeFile(
    file,
    replaceAll(await read('prometheus.yaml'), [
      [/_interval: 15s/g, `_interval: ${scrapeEvery}`],
      ['/run/secrets/spool-metrics-key', keyFile],
      ["'spool:3000'", addresses],
    ]),
  );
  await promtool('check', 'config', file);
  return file;
};

const ask = async <Schema extends z.ZodType>(schema: Schema, url: string): Promise<z.output<Schema>> => {
  const answer = await fetch(url);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`Prometheus answered ${answer.status}: ${JSON.stringify(body)}`);
  return schema.parse(body);
};

const answersOf = (url: string): Omit<Prometheus, 'close'> => ({
  firing: async () => {
    const { data } = await ask(alerts, `${url}/api/v1/alerts`);
    return data.alerts.flatMap(({ labels, state }) => (state === 'firing' ? [labels] : []));
  },
  rules: async () => (await ask(rules, `${url}/api/v1/rules`)).data.groups.flatMap((group) => group.rules),
  query: async (expression) => {
    const query = new URLSearchParams({ query: expression }).toString();
    return (await ask(series, `${url}/api/v1/query?${query}`)).data.result.map(({ value }) => value[1]);
  },
});

/** Starts Prometheus before replicas, with a key of the permission `read`. */
export const startPrometheus = async (targets: readonly string[], apiKey: string): Promise<Prometheus> => {
  const program = await findProgram({ name: 'prometheus', packages });
  const directory = await mkdtemp(path.join(tmpdir(), 'spool-prometheus-'));
  const file = await writeConfiguration(directory, targets, apiKey);
  const address = `127.0.0.1:${await findFreePort()}`;
  const child = spawn(
    program.path,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${path.join(directory, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { env: program.environment, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const ended = once(child, 'exit');
  await eventually('Prometheus to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended:\n${said}`);
    const answer = await fetch(`http://${address}/-/ready`).catch(() => null);
    return answer?.ok === true ? true : null;
  });
  return {
    ...answersOf(`http://${address}`),
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
};
