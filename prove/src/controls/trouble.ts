import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { Chance } from '../chance.js';
import { askAndHangUp } from '../faults/client-faults.js';
import { RecordingClient } from '../history/recording-client.js';
import type { Installation } from '../installation/installation.js';
import { trafficQueueNames } from '../traffic/plan.js';
import type { Trouble } from './control.js';

const killAfterMs = 1_500;
const kills = 2;
const cutEveryMs = 40;
const holdMs = 30;
const openMs = 15;

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

const hangUp = async (installation: Installation, untilMs: number): Promise<void> => {
  const scene = { installation, chance: new Chance(installation.size) };
  for (let number = 0; performance.now() < untilMs; number += 1) await askAndHangUp(scene, number);
};

/** Queues are paused while calls are under way that had seen them open. */
const pauseOften = async (installation: Installation, untilMs: number): Promise<void> => {
  const client = new RecordingClient('pauser', installation, new Chance(installation.size));
  while (performance.now() < untilMs)
    for (const queue of trafficQueueNames) {
      await client.hold(queue, 'pause');
      await client.hold(queue, 'resume');
      await pause(openMs);
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
      return;
    case 'hang-ups':
      await hangUp(installation, untilMs);
      return;
    case 'pauses':
      await pauseOften(installation, untilMs);
  }
};
