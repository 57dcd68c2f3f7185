import { Chance } from '../chance.js';
import type { Stage } from '../stage.js';
import { denseTraffic } from '../traffic/plan.js';
import { judgeTraffic } from '../traffic/judge-traffic.js';
import { Traffic } from '../traffic/traffic.js';

/** Many clients, three replicas, no fault. */
export const steadyTraffic: Stage = {
  name: 'steady-traffic',
  description: 'Many concurrent clients of three replicas, without faults; their history is checked.',
  weight: 2,
  async run({ open, seed, deadlineMs }) {
    const installation = await open();
    const traffic = new Traffic(installation, new Chance(seed), denseTraffic);
    await traffic.prepare();
    await traffic.run(deadlineMs);
    const stuck = await traffic.drain();
    return await judgeTraffic(installation, stuck);
  },
};
