import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually.js';
import { findProgram } from '@spool/test-bed/programs.js';
import { findFreePort } from '@spool/test-bed/replica.js';

const referenceConfiguration = new URL('../../../../docker/haproxy.cfg', import.meta.url);

/** A HAProxy before three replicas. */
export interface Haproxy {
  readonly url: string;
  /** Waits until it sends requests to the replica, the first being 0, or has turned away from it. */
  untilReplica(index: number, state: 'UP' | 'DOWN'): Promise<true>;
  close(): Promise<void>;
}

const address = (port: number): string => `127.0.0.1:${port}`;

/** The reference configuration with this machine's addresses; throws when it has not the addresses that are replaced. */
const configurationFor = async (
  ports: { readonly spool: number; readonly status: number },
  replicaPorts: readonly number[],
): Promise<string> => {
  const replacements = [
    ['bind :8080', `bind ${address(ports.spool)}`],
    ['bind 127.0.0.1:8404', `bind ${address(ports.status)}`],
    ...replicaPorts.map((port, index) => [` spool-${index + 1}:3000`, ` ${address(port)}`] as const),
  ] as const;
  let text = await readFile(referenceConfiguration, 'utf8');
  for (const [there, here] of replacements) {
    if (!text.includes(there)) throw new Error(`docker/haproxy.cfg does not contain "${there}".`);
    text = text.replace(there, here);
  }
  return text;
};

const readState = async (statusUrl: string, index: number): Promise<string | undefined> => {
  const answer = await fetch(`${statusUrl}/;csv`).catch(() => null);
  const [head = '', ...lines] = (await answer?.text())?.split('\n') ?? [];
  const line = lines.find((text) => text.startsWith(`replicas,spool-${index + 1},`));
  return line?.split(',')[head.split(',').indexOf('status')];
};

/** Starts HAProxy with docker/haproxy.cfg before replicas at these ports, and waits until all of them are up. */
export const startHaproxy = async (replicaPorts: readonly number[]): Promise<Haproxy> => {
  const program = await findProgram({ name: 'haproxy', packages: ['haproxy'] });
  const ports = { spool: await findFreePort(), status: await findFreePort() };
  const directory = await mkdtemp(path.join(tmpdir(), 'spool-haproxy-'));
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(file, await configurationFor(ports, replicaPorts));
  const child = spawn(program.path, ['-f', file, '-db'], {
    env: program.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const ended = once(child, 'exit');
  const untilReplica = (index: number, wanted: 'UP' | 'DOWN'): Promise<true> =>
    eventually(`the proxy to find replica ${index} ${wanted}`, async () => {
      if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${said}`);
      const state = await readState(`http://${address(ports.status)}`, index);
      return state?.split(' ')[0] === wanted ? true : null;
    });
  for (const index of replicaPorts.keys()) await untilReplica(index, 'UP');
  return {
    url: `http://${address(ports.spool)}`,
    untilReplica,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
};
