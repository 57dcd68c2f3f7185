import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Scene } from './fault.js';

const commits = 20;
const betweenCommitsMs = 60;

/** Cuts one COMMIT after another on replicas at random: before the server gets it, or its answer. */
const cutCommits = async ({ installation, chance }: Scene, side: 'before' | 'after'): Promise<void> => {
  const proxies = Array.from({ length: installation.size }, (_, index) => installation.proxyOf(index));
  for (let commit = 0; commit < commits; commit += 1) {
    chance.pick(proxies)?.arm({ atStatement: 'COMMIT', side, staysAway: false });
    await pause(betweenCommitsMs);
  }
  for (const proxy of proxies) await proxy.heal();
};

const slowed = async ({ way }: Scene, passage: Parameters<Scene['way']['slowDown']>[0], lastsMs: number) => {
  way.slowDown(passage);
  await pause(lastsMs);
  way.heal();
};

/** COMMITs that took effect, while the service does not hear of it. */
export const cutAnswers: Fault = {
  name: '20 COMMITs cut between the OK and the service',
  lastsMs: 2_000,
  bring: (scene) => cutCommits(scene, 'after'),
};

/** What can happen between the service and its database. */
export const wayFaults: readonly Fault[] = [
  {
    name: 'every packet 40 ms late',
    lastsMs: 4_000,
    bring: (scene) => slowed(scene, { delayMs: 40, pieceBytes: Number.POSITIVE_INFINITY }, 4_000),
  },
  {
    name: 'bytes trickle, 200 at a time',
    lastsMs: 4_000,
    bring: (scene) => slowed(scene, { delayMs: 2, pieceBytes: 200 }, 4_000),
  },
  {
    name: 'every connection reset',
    lastsMs: 1_500,
    bring: async ({ way }) => {
      for (let time = 0; time < 5; time += 1) {
        way.reset();
        await pause(250);
      }
    },
  },
  {
    name: 'every connection half closed',
    lastsMs: 1_000,
    bring: async ({ way }) => {
      way.halfClose();
      await pause(500);
    },
  },
  {
    name: '20 COMMITs cut before the server gets them',
    lastsMs: 2_000,
    bring: (scene) => cutCommits(scene, 'before'),
  },
  cutAnswers,
  {
    name: 'a COMMIT cut, and the database away from that replica for 3 s',
    lastsMs: 4_000,
    bring: async ({ installation }) => {
      installation.proxyOf(0).arm({ atStatement: 'COMMIT', side: 'after', staysAway: true });
      await pause(3_000);
      await installation.proxyOf(0).heal();
    },
  },
  {
    name: 'silence for 12 s, then all that was held gets through',
    lastsMs: 13_000,
    bring: async ({ way }) => {
      way.freeze();
      await pause(12_000);
      way.thaw();
    },
  },
  {
    name: 'the open connections swallow everything, new ones work',
    lastsMs: 10_000,
    bring: async ({ way }) => {
      way.freezeOpen();
      await pause(9_000);
      way.thaw();
    },
  },
];
