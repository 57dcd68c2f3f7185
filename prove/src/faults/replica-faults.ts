import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Scene } from './fault.js';

const everyReplica = ({ installation }: Scene): number[] =>
  Array.from({ length: installation.size }, (_, index) => index);

/** SIGKILL of one replica, which is started again a second later. */
export const killedReplica: Fault = {
  name: 'SIGKILL of a replica',
  lastsMs: 3_000,
  bring: async (scene) => {
    const index = scene.chance.pick(everyReplica(scene)) ?? 0;
    await scene.installation.killReplica(index);
    await pause(1_000);
    await scene.installation.startReplica(index);
  },
};

/** Longer than the leases, and than the server keeps a silent connection with its locks. */
const stalledMs = 25_000;

/** What can happen to replicas. */
export const replicaFaults: readonly Fault[] = [
  killedReplica,
  {
    name: 'SIGKILL of every replica',
    lastsMs: 5_000,
    bring: async (scene) => {
      await Promise.all(everyReplica(scene).map((index) => scene.installation.killReplica(index)));
      await Promise.all(everyReplica(scene).map((index) => scene.installation.startReplica(index)));
    },
  },
  {
    name: 'a replica stalled for 3 s (SIGSTOP)',
    lastsMs: 4_000,
    bring: async ({ installation }) => {
      installation.signalReplica(1, 'SIGSTOP');
      await pause(3_000);
      installation.signalReplica(1, 'SIGCONT');
    },
  },
  {
    name: 'a replica stalled for 25 s, its leases and locks gone when it goes on',
    lastsMs: stalledMs + 1_000,
    bring: async ({ installation }) => {
      installation.signalReplica(2, 'SIGSTOP');
      await pause(stalledMs);
      installation.signalReplica(2, 'SIGCONT');
    },
  },
];
