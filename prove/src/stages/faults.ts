import { setTimeout as pause } from 'node:timers/promises';
import { findPackageFile } from '@spool/test-bed/programs.js';
import { SmallDisk } from '@spool/test-bed/small-disk.js';
import { clientFaults } from '../faults/client-faults.js';
import { databaseFaults, killedDatabase } from '../faults/database-faults.js';
import type { Fault } from '../faults/fault.js';
import { notRun, withMeans } from '../faults/not-run.js';
import { killedReplica, replicaFaults } from '../faults/replica-faults.js';
import { runUnderFaults } from '../faults/under-faults.js';
import { cutAnswers, wayFaults } from '../faults/way-faults.js';
import type { Stage } from '../stage.js';

const sequence = (faults: readonly Fault[], of: Omit<Stage, 'run'>): Stage => ({
  ...of,
  run: (context) => runUnderFaults(context, faults),
});

/** What fits into every run. */
export const shortFaults = sequence([killedReplica, cutAnswers, killedDatabase], {
  name: 'short-faults',
  description: 'A replica is killed, COMMITs lose their answers, the database is killed and comes back.',
  weight: 2,
});

export const faultsOnTheWay = sequence(wayFaults, {
  name: 'faults-on-the-way',
  description:
    'Between replicas and database: delay, trickle, resets, half-closed connections, cut COMMITs, silence.',
  weight: 3,
  leastMs: 60_000,
});

export const faultsOfReplicas = sequence([...clientFaults, ...replicaFaults], {
  name: 'faults-of-replicas',
  description:
    'Clients hang up; replicas are killed, one and all, and stalled until leases and locks are gone.',
  weight: 2.5,
  leastMs: 50_000,
});

export const faultsOfTheDatabase = sequence(databaseFaults, {
  name: 'faults-of-the-database',
  description: 'The database is killed, stalled, killed with every replica, out of connections, read-only.',
  weight: 2.5,
  leastMs: 45_000,
});

const diskMegabytes = 450;
const fullMs = 4_000;

/** The disk is full for a while, again and again. */
export const fullDisk: Stage = {
  name: 'full-disk',
  description: 'The disk of the database is full for 4 s, again and again.',
  weight: 1,
  leastMs: 15_000,
  run: async (context) => {
    const disk = SmallDisk.mount(diskMegabytes);
    if (disk === null) return notRun('only root can mount a small disk');
    const fault: Fault = {
      name: 'a full disk for 4 s',
      lastsMs: fullMs + 1_000,
      bring: async () => {
        disk.fill();
        await pause(fullMs);
        disk.free();
      },
    };
    context.afterwards(() => disk.unmount());
    return await runUnderFaults(context, [fault], { directory: disk.directory });
  },
};

const architectures: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const clockLibrary = `usr/lib/${architectures[process.arch] ?? process.arch}-linux-gnu/faketime/libfaketime.so.1`;
const skews = ['+300s', '-300s', '+0s'];

/** One replica's clock is five minutes ahead, another's behind: the database's alone decides (R15). */
export const skewedClocks: Stage = {
  name: 'skewed-clocks',
  description: "One replica's clock is five minutes ahead and another's behind; one of them is killed.",
  weight: 1,
  leastMs: 12_000,
  run: (context) =>
    withMeans(
      () => findPackageFile({ file: clockLibrary, packages: ['libfaketime'] }),
      async (library) => {
        const environmentOf = (index: number) => ({
          LD_PRELOAD: library.path,
          FAKETIME: skews[index] ?? '+0s',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DONT_FAKE_MONOTONIC: '1',
        });
        return await runUnderFaults(context, [killedReplica], { installation: { environmentOf } });
      },
    ),
};
