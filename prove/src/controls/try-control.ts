import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Chance } from '../chance.js';
import { playCommands } from '../commands/play-commands.js';
import { inspect } from '../installation/inspect.js';
import type { Installation } from '../installation/installation.js';
import type { Finding, StageContext } from '../stage.js';
import { judgeTraffic } from '../traffic/judge-traffic.js';
import { controlTraffic } from '../traffic/plan.js';
import { Traffic } from '../traffic/traffic.js';
import { makeChangedProduct } from './changed-product.js';
import type { Control, Layer, Trouble } from './control.js';
import { makeTrouble } from './trouble.js';

/** On a slow machine traffic goes on until there was enough of it. */
const sliceMs = 4_500;
const enoughCalls = 600;
const mostSlices = 4;
const drainMs = 4_000;
/** Random commands need longer than traffic: they come one after the other. */
const commandsMs = 8_000;

const commandOn = async (installation: Installation, seed: number): Promise<readonly Finding[]> => {
  for (let slices = 0; slices < mostSlices; slices += 1) {
    const deadlineMs = performance.now() + commandsMs;
    const { findings } = await playCommands(installation, { seed: seed + slices, path: null, deadlineMs });
    if (findings.length > 0 || installation.recorder.entries.length >= enoughCalls) return findings;
  }
  return [];
};

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

/** Runs a product without some of its layers, with traffic or commands, and returns all that was found wrong. */
export const tryWithout = async (
  layers: readonly Layer[],
  { trouble, by }: Pick<Control, 'trouble' | 'by'>,
  { openBroken, seed }: Pick<StageContext, 'openBroken' | 'seed'>,
): Promise<readonly Finding[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'spool-control-'));
  try {
    const program = await makeChangedProduct(
      folder,
      layers.flatMap(({ edits }) => edits),
    );
    const withProxies = trouble.startsWith('cut');
    const installation = await openBroken({ program, replicas: 2, withProxies });
    try {
      if (by === 'commands') return await commandOn(installation, seed);
      return await runOn(installation, trouble, seed);
    } finally {
      await installation.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
