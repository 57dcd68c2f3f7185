import { GaleraCluster } from '@spool/test-bed/galera/galera-cluster.js';
import { findGaleraPrograms } from '@spool/test-bed/galera/galera-programs.js';
import { findProgram } from '@spool/test-bed/programs.js';
import { Chance } from '../chance.js';
import { clusterFaults } from '../faults/galera-faults.js';
import { withMeans } from '../faults/not-run.js';
import { workUnderFaults } from '../faults/under-faults.js';
import type { Stage, StageContext, StageResult } from '../stage.js';

/** What the database said when it refused a lease. */
const refusalOf = (line: string): string =>
  /Duplicate entry .{0,60} for key '\w+'/.exec(line)?.[0] ?? line.slice(0, 200);

const findPrograms = async (): Promise<void> => {
  await findGaleraPrograms();
  await findProgram({ name: 'haproxy', packages: ['haproxy'] });
};

const strike = async (context: StageContext): Promise<StageResult> => {
  const { open, afterwards, seed } = context;
  const chance = new Chance(seed);
  const cluster = await GaleraCluster.start();
  afterwards(() => cluster.close());
  const installation = await open({ rootUrl: cluster.rootUrl, withProxies: true });
  const scene = { installation, cluster, chance: chance.fork() };
  const result = await workUnderFaults(scene, clusterFaults, context);
  const refusals = installation.logged(/refused a second lease/).map((line) => refusalOf(line));
  const notes =
    refusals.length === 0 ? [] : [`the lease's key refused ${refusals.length}: ${refusals.join('; ')}`];
  return { ...result, notes };
};

/** Three nodes of Galera behind HAProxy, one of which writes, is killed, is stalled, and is left while it lives. */
export const galera: Stage = {
  name: 'galera',
  description:
    'Three nodes of Galera on one machine, one writer, which is killed, stalled and left while it lives.',
  weight: 5,
  leastMs: 90_000,
  run: (context) => withMeans(findPrograms, () => strike(context)),
};
