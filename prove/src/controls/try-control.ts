import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Chance } from '../chance.js';
import { inspect } from '../installation/inspect.js';
import type { Installation } from '../installation/installation.js';
import type { Finding, StageContext } from '../stage.js';
import { judgeTraffic } from '../traffic/judge-traffic.js';
import { controlTraffic } from '../traffic/plan.js';
import { Traffic } from '../traffic/traffic.js';
import { makeChangedProduct } from './changed-product.js';
import type { Layer, Trouble } from './control.js';
import { makeTrouble } from './trouble.js';

/** On a slow machine traffic goes on until there was enough of it. */
const sliceMs = 4_500;
const enoughCalls = 600;
const mostSlices = 4;
const drainMs = 4_000;

const runOn = async (installation: Installation, trouble: Trouble, seed: number): Promise<Finding[]> => {
  const traffic = new Traffic(installation, new Chance(seed), controlTraffic);
  await traffic.prepare();
  const { entries } = installation.recorder;
  for (let slices = 0; slices < mostSlices && entries.length < enoughCalls; slices += 1) {
    const untilMs = performance.now() + sliceMs;
    await Promise.all([traffic.run(untilMs), makeTrouble(trouble, installation, untilMs)]);
  }
  const stuck = await traffic.drain(drainMs);
  const { findings } = await judgeTraffic(installation, stuck);
  const { findings: inRows } = await inspect(installation);
  return [...findings, ...inRows];
};

/** Runs a product without some of its layers, with traffic, and returns all that was found wrong. */
export const tryWithout = async (
  layers: readonly Layer[],
  trouble: Trouble,
  { openBroken, seed }: Pick<StageContext, 'openBroken' | 'seed'>,
): Promise<Finding[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'spool-control-'));
  try {
    const program = await makeChangedProduct(
      folder,
      layers.flatMap(({ edits }) => edits),
    );
    const withProxies = trouble.startsWith('cut');
    const installation = await openBroken({ program, replicas: 2, withProxies });
    try {
      return await runOn(installation, trouble, seed);
    } finally {
      await installation.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
