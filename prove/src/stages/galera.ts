import { GaleraCluster } from '@spool/test-bed/galera/galera-cluster.js';
import { Chance } from '../chance.js';
import { clusterFaults } from '../faults/galera-faults.js';
import { workUnderFaults } from '../faults/under-faults.js';
import type { Stage } from '../stage.js';

/** Three nodes of Galera behind HAProxy, one of which writes, is killed and is stalled. */
export const galera: Stage = {
  name: 'galera',
  description: 'Three nodes of Galera on one machine, one writer, which is killed and stalled under load.',
  weight: 4,
  leastMs: 70_000,
  async run(context) {
    const { open, afterwards, seed } = context;
    const chance = new Chance(seed);
    const cluster = await GaleraCluster.start();
    afterwards(() => cluster.close());
    const installation = await open({ rootUrl: cluster.rootUrl, withProxies: true });
    const scene = { installation, cluster, chance: chance.fork() };
    return await workUnderFaults(scene, clusterFaults, context);
  },
};
