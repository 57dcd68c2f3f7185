import type { Stage } from '../stage.js';
import { negativeControls } from './negative-controls.js';
import { randomCommands } from './random-commands.js';
import { steadyTraffic } from './steady-traffic.js';

/** Every stage, in the order of a run. */
export const stages: readonly Stage[] = [negativeControls, randomCommands, steadyTraffic];
