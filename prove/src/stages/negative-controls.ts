import { controls } from '../controls/catalogue.js';
import { requireFitting } from '../controls/changed-product.js';
import type { Control, Layer } from '../controls/control.js';
import { tryWithout } from '../controls/try-control.js';
import type { ControlRun, Finding, Stage, StageContext } from '../stage.js';

/** All of them take minutes: a run with less time for them tries one. */
const longMs = 100_000;
/** A few seconds of traffic may pass by a bug; twice is enough for all of these. */
const mostTries = 2;

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

const tryControl = async (control: Control, context: StageContext, alone: boolean): Promise<ControlRun> => {
  let own: Finding | undefined;
  for (let tries = 0; tries < mostTries && own === undefined; tries += 1) {
    const findings = await tryWithout(control.layers, control.trouble, {
      ...context,
      seed: context.seed + tries,
    });
    own = findings.find((finding) => control.reason.test(say(finding)));
  }
  const layers: string[] = [];
  if (alone && control.layers.length > 1)
    for (const layer of control.layers) layers.push(await noticedAlone(layer, control, context));
  return {
    name: control.name,
    isRed: own !== undefined,
    foundBy: own === undefined ? null : shorten(say(own)),
    layers,
  };
};

/** A bug put in by hand must be found out, or the harness proves nothing. */
export const negativeControls: Stage = {
  name: 'negative-controls',
  description: 'Deliberate bugs in copies of the product: each must be found out for its own reason.',
  weight: 5,
  async run(context) {
    await requireFitting(controls.flatMap(({ layers }) => layers.flatMap(({ edits }) => edits)));
    const runs: ControlRun[] = [];
    const isLong = context.deadlineMs - performance.now() > longMs;
    // A short run tries one bug, another each time.
    for (const control of isLong ? controls : controls.slice(context.seed % controls.length).slice(0, 1)) {
      const done = await tryControl(control, context, isLong);
      runs.push(done);
      const foundBy = done.foundBy ?? 'not found out';
      context.say(`  ${done.isRed ? 'red, as it must be' : 'GREEN'}: ${done.name} (${foundBy})`);
      for (const layer of done.layers) context.say(`    ${layer}`);
    }
    const green = runs.filter(({ isRed }) => !isRed);
    return {
      counts: {},
      findings: green.map(({ name }) => ({ rule: 'control', text: `not found out: ${name}` })),
      controls: runs,
    };
  },
};
