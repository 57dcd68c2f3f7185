import { haproxyConfiguration, startHaproxy } from '@spool/test-bed/haproxy.js';
import { findFreePort } from '@spool/test-bed/replica.js';
import { eventually } from './eventually.js';

/** A HAProxy before three replicas. */
export interface ReplicaProxy {
  readonly url: string;
  /** Waits until it sends requests to the replica, the first being 0, or has turned away from it. */
  untilReplica(index: number, state: 'UP' | 'DOWN'): Promise<true>;
  close(): Promise<void>;
}

const address = (port: number): string => `127.0.0.1:${port}`;

const readState = async (statusUrl: string, index: number): Promise<string | undefined> => {
  const answer = await fetch(`${statusUrl}/;csv`).catch(() => null);
  const [head = '', ...lines] = (await answer?.text())?.split('\n') ?? [];
  const line = lines.find((text) => text.startsWith(`replicas,spool-${index + 1},`));
  return line?.split(',')[head.split(',').indexOf('status')];
};

/** Starts HAProxy with docker/haproxy.cfg before replicas at these ports, and waits until all of them are up. */
export const startHaproxyBefore = async (replicaPorts: readonly number[]): Promise<ReplicaProxy> => {
  const ports = { spool: await findFreePort(), status: await findFreePort() };
  const haproxy = await startHaproxy(
    await haproxyConfiguration('haproxy.cfg', [
      ['bind :8080', `bind ${address(ports.spool)}`],
      ['bind 127.0.0.1:8404', `bind ${address(ports.status)}`],
      ...replicaPorts.map((port, index) => [` spool-${index + 1}:3000`, ` ${address(port)}`] as const),
    ]),
  );
  const untilReplica = (index: number, wanted: 'UP' | 'DOWN'): Promise<true> =>
    eventually(`the proxy to find replica ${index} ${wanted}`, async () => {
      haproxy.requireAlive();
      const state = await readState(`http://${address(ports.status)}`, index);
      return state?.split(' ')[0] === wanted ? true : null;
    });
  for (const index of replicaPorts.keys()) await untilReplica(index, 'UP');
  return { url: `http://${address(ports.spool)}`, untilReplica, close: () => haproxy.close() };
};
