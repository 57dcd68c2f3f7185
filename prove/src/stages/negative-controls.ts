import { controls } from '../controls/catalogue.js';
import { requireFitting } from '../controls/changed-product.js';
import type { Control, Layer } from '../controls/control.js';
import { tryWithout } from '../controls/try-control.js';
import type { ControlRun, Finding, Stage, StageContext } from '../stage.js';

/** All of them take minutes: a run with less time for them tries one. */
const longMs = 100_000;
/** A few seconds of traffic may pass by a bug; twice is enough for all of these. */
const mostTries = 2;
/** Controls that run side by side: each waits most of its time. */
const atOnce = 2;

const say = ({ rule, text }: Finding): string => `${rule}: ${text}`;

const shorten = (text: string): string => (text.length > 160 ? `${text.slice(0, 157)}...` : text);

/** What noticed that one layer alone was gone; where nothing did, the other layers made up for it. */
const noticedAlone = async (layer: Layer, control: Control, context: StageContext): Promise<string> => {
  const findings = await tryWithout([layer], control.trouble, context);
  const first = findings.find(({ rule }) => rule === 'refused') ?? findings[0];
  return first === undefined
    ? `without ${layer.name} alone: nothing broke, the other layers held`
    : `without ${layer.name} alone: ${shorten(say(first))}`;
};

/** Whether a bug is found out, and by which finding. */
const findOut = async (control: Control, context: StageContext): Promise<Finding | null> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const again = { ...context, seed: context.seed + tries };
    const findings = await tryWithout(control.layers, control.trouble, again);
    const own = findings.find((finding) => control.reason.test(say(finding)));
    if (own !== undefined) return own;
  }
  return null;
};

/** Works through a list, a few at a time, for as long as there is time. */
const workThrough = async <Job>(
  jobs: readonly Job[],
  untilMs: number,
  work: (job: Job) => Promise<void>,
): Promise<void> => {
  const left = [...jobs];
  const one = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined && performance.now() < untilMs; job = left.shift())
      await work(job);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
};

/** Tries bugs; each control's result with what its layers alone came to, as far as there is time for these. */
const tryAll = async (chosen: readonly Control[], context: StageContext): Promise<ControlRun[]> => {
  const found = new Map<Control, Finding | null>();
  const alone = new Map<Layer, string>();
  await workThrough(chosen, Infinity, async (control) => {
    const own = await findOut(control, context).catch((error: unknown) => {
      context.say(`  ${control.name}: ${String(error)}`);
      return null;
    });
    found.set(control, own);
    const text = own === null ? 'not found out' : shorten(say(own));
    context.say(`  ${own === null ? 'GREEN' : 'red, as it must be'}: ${control.name} (${text})`);
  });
  const layers = chosen
    .filter((control) => control.layers.length > 1)
    .flatMap((control) => control.layers.map((layer) => ({ control, layer })));
  await workThrough(layers, context.deadlineMs, async ({ control, layer }) => {
    // Some controls share a layer.
    if (alone.has(layer)) return;
    alone.set(layer, await noticedAlone(layer, control, context));
    context.say(`  ${control.name}, ${alone.get(layer)}`);
  });
  return chosen.map((control): ControlRun => {
    const own = found.get(control) ?? null;
    const texts = control.layers.flatMap((layer) => alone.get(layer) ?? []);
    return { name: control.name, isRed: own !== null, foundBy: own && shorten(say(own)), layers: texts };
  });
};

/** A bug put in by hand must be found out, or the harness proves nothing. */
export const negativeControls: Stage = {
  name: 'negative-controls',
  description: 'Deliberate bugs in copies of the product: each must be found out for its own reason.',
  weight: 6,
  async run(context) {
    await requireFitting(controls.flatMap(({ layers }) => layers.flatMap(({ edits }) => edits)));
    const isLong = context.deadlineMs - performance.now() > longMs;
    // A short run tries one bug, another each time.
    const one = controls.slice(context.seed % controls.length).slice(0, 1);
    const runs = await tryAll(isLong ? controls : one, isLong ? context : { ...context, deadlineMs: 0 });
    const green = runs.filter(({ isRed }) => !isRed);
    return {
      counts: {},
      findings: green.map(({ name }) => ({ rule: 'control', text: `not found out: ${name}` })),
      controls: runs,
    };
  },
};
