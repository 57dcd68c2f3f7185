import type { Stage } from '../stage.js';
import {
  faultsOfReplicas,
  faultsOfTheDatabase,
  faultsOnTheWay,
  fullDisk,
  shortFaults,
  skewedClocks,
} from './faults.js';
import { galera } from './galera.js';
import { negativeControls } from './negative-controls.js';
import { randomCommands } from './random-commands.js';
import { steadyTraffic } from './steady-traffic.js';

/** Every stage, in the order of a run. */
export const stages: readonly Stage[] = [
  negativeControls,
  randomCommands,
  steadyTraffic,
  shortFaults,
  faultsOnTheWay,
  faultsOfReplicas,
  faultsOfTheDatabase,
  fullDisk,
  skewedClocks,
  galera,
];
