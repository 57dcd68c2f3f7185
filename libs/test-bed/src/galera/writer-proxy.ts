import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { haproxyConfiguration, startHaproxy, type Haproxy } from '../haproxy.js';
import { findFreePort } from '../replica.js';

/** HAProxy before the nodes of a cluster. */
export interface WriterProxy {
  readonly port: number;
  close(): Promise<void>;
}

const check = fileURLToPath(new URL('../../../../docker/galera-ready.sh', import.meta.url));
const readyWithinMs = 20_000;
const address = (port: number): string => `127.0.0.1:${port}`;

const untilItLetsThrough = async (port: number, haproxy: Haproxy): Promise<void> => {
  const deadlineMs = performance.now() + readyWithinMs;
  for (;;) {
    haproxy.requireAlive();
    try {
      const connection = await createConnection({
        uri: `mysql://root@${address(port)}`,
        connectTimeout: 2_000,
      });
      connection.destroy();
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await pause(100);
    }
  }
};

/** Starts HAProxy with docker/haproxy-database.cfg before nodes at these ports. */
export const startWriterProxy = async (nodePorts: readonly number[]): Promise<WriterProxy> => {
  const port = await findFreePort();
  const haproxy = await startHaproxy(
    await haproxyConfiguration('haproxy-database.cfg', [
      ['bind :3306', `bind ${address(port)}`],
      ['/usr/local/etc/haproxy/galera-ready.sh', check],
      ...nodePorts.map((node, index) => [` database-${index + 1}:3306`, ` ${address(node)}`] as const),
    ]),
  );
  await untilItLetsThrough(port, haproxy);
  return { port, close: () => haproxy.close() };
};
