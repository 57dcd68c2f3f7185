import { Chance } from '../chance.js';
import { checkHistory } from '../checker/check-history.js';
import { countEntries, latenciesOf } from '../history/summary.js';
import type { Stage } from '../stage.js';
import { denseTraffic } from '../traffic/plan.js';
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
    const { entries } = installation.recorder;
    const { findings, threads, undecided } = checkHistory(entries);
    return {
      counts: { ...countEntries(entries), threads, undecided },
      findings: [...stuck, ...findings],
      latenciesMs: latenciesOf(entries),
    };
  },
};
