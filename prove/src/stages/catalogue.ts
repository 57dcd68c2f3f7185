import type { Stage } from '../stage.js';
import { steadyTraffic } from './steady-traffic.js';

/** Every stage, in the order of a run. */
export const stages: readonly Stage[] = [steadyTraffic];
