import { setTimeout as pause } from 'node:timers/promises';
import type { GaleraCluster } from '@spool/test-bed/galera/galera-cluster.js';
import type { Fault, Stricken } from './fault.js';

/** An installation over a cluster with one writer. */
export interface ClusterScene extends Stricken {
  readonly cluster: GaleraCluster;
}

/** The rest of the cluster gives a node up after 5 s; the proxy has moved on by then. */
const movedOnMs = 10_000;
const rejoiningMs = 5_000;
const moves = 8;
const betweenMovesMs = 700;

/** Lets the writer die, right after this, and brings it back when the others have moved on. */
const losingTheWriter = async ({ cluster }: ClusterScene, before: () => Promise<void>): Promise<void> => {
  const writer = await cluster.writer();
  await before();
  await writer.kill();
  await pause(movedOnMs);
  await writer.join();
};

/** Lets everybody move to another node while the writer lives: what it is in the middle of meets what comes after. */
const moveOn = async ({ cluster }: ClusterScene): Promise<void> => {
  const writer = await cluster.writer();
  await writer.setDesynced(true);
  await cluster.untilMovedFrom(writer);
  await writer.setDesynced(false);
  await writer.untilSynced();
};

/** What can happen to a cluster. */
export const clusterFaults: readonly Fault<ClusterScene>[] = [
  {
    name: 'SIGKILL of the writer',
    lastsMs: 22_000,
    bring: (scene) => losingTheWriter(scene, () => Promise.resolve()),
  },
  {
    name: 'SIGKILL of the writer, whose last COMMITs are carried out and not heard of',
    lastsMs: 22_000,
    bring: (scene) =>
      losingTheWriter(scene, async () => {
        const { installation } = scene;
        const proxies = Array.from({ length: installation.size }, (_, index) => installation.proxyOf(index));
        const cuts = proxies.map((proxy) =>
          proxy.arm({ atStatement: 'COMMIT', side: 'after', staysAway: false }),
        );
        while (cuts.every(({ happened }) => !happened)) await pause(1);
      }),
  },
  {
    name: 'the writer stalled for 12 s (SIGSTOP), and given up by the others meanwhile',
    lastsMs: 22_000,
    bring: async ({ cluster }) => {
      const writer = await cluster.writer();
      writer.signal('SIGSTOP');
      await pause(12_000);
      writer.signal('SIGCONT');
      // It has yet to notice that the others gave it up.
      await pause(rejoiningMs);
      await writer.untilSynced();
    },
  },
  {
    name: `${moves} moves to another node while the writer lives`,
    lastsMs: 20_000,
    bring: async (scene) => {
      for (let move = 0; move < moves; move += 1) {
        await moveOn(scene);
        await pause(betweenMovesMs);
      }
    },
  },
];
