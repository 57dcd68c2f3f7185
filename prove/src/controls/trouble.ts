import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import type { Installation } from '../installation/installation.js';
import type { Trouble } from './control.js';

const killAfterMs = 1_500;
const kills = 2;
const cutEveryMs = 40;
const holdMs = 30;

const killReplicas = async (installation: Installation): Promise<void> => {
  for (let times = 0; times < kills; times += 1) {
    await pause(killAfterMs);
    await installation.killReplica(0);
    await installation.startReplica(0);
  }
};

const cutCommits = async (
  installation: Installation,
  side: 'before' | 'after',
  untilMs: number,
): Promise<void> => {
  const proxies = Array.from({ length: installation.size }, (_, index) => installation.proxyOf(index));
  while (performance.now() < untilMs) {
    for (const proxy of proxies) proxy.arm({ atStatement: 'COMMIT', side, staysAway: false });
    await pause(cutEveryMs);
  }
  for (const proxy of proxies) await proxy.heal();
};

/**
 * An outside session takes tasks first and their threads after them, against the one order of locks. What it has written
 * before makes it the heavier one, so that the server gives up the service's transaction.
 */
const makeDeadlocks = async ({ databaseUrl }: Installation, untilMs: number): Promise<void> => {
  const session = await createConnection({ uri: databaseUrl });
  try {
    await session.query('CREATE TABLE IF NOT EXISTS outside_weight (number INT PRIMARY KEY)');
    while (performance.now() < untilMs) {
      await session.beginTransaction();
      try {
        const weight = Array.from({ length: 1_000 }, (_, number) => [number]);
        await session.query('INSERT INTO outside_weight VALUES ?', [weight]);
        await session.query('SELECT id FROM tasks ORDER BY id LIMIT 40 FOR UPDATE');
        await pause(holdMs);
        await session.query('SELECT thread_key FROM threads FOR UPDATE');
      } catch {
        // The server may give up this one instead.
      }
      await session.rollback();
      await pause(holdMs);
    }
  } finally {
    await session.end();
  }
};

/** Makes trouble until a time of `performance.now()`. */
export const makeTrouble = async (
  trouble: Trouble,
  installation: Installation,
  untilMs: number,
): Promise<void> => {
  switch (trouble) {
    case 'none':
      return;
    case 'kill-a-replica':
      await killReplicas(installation);
      return;
    case 'cut-before-commits':
      await cutCommits(installation, 'before', untilMs);
      return;
    case 'cut-after-commits':
      await cutCommits(installation, 'after', untilMs);
      return;
    case 'outside-deadlocks':
      await makeDeadlocks(installation, untilMs);
  }
};
