import { Chance } from '../chance.js';
import { controls, type Control, type Layer } from '../controls/control.js';
import { tryWithout } from '../controls/try-control.js';
import type { ControlRun, Finding, Stage, StageContext } from '../stage.js';

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
  const findings = await tryWithout(control.layers, control.trouble, context);
  const own = findings.find((finding) => control.reason.test(say(finding)));
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

const shuffled = (seed: number): Control[] => {
  const chance = new Chance(seed);
  return controls
    .map((control) => ({ control, place: chance.between(0, 1_000_000) }))
    .sort((left, right) => left.place - right.place)
    .map(({ control }) => control);
};

/** A bug put in by hand must be found out, or the harness proves nothing. */
export const negativeControls: Stage = {
  name: 'negative-controls',
  description: 'Deliberate bugs in copies of the product: each must be found out for its own reason.',
  weight: 5,
  async run(context) {
    const runs: ControlRun[] = [];
    const startedAtMs = performance.now();
    const isLong = context.deadlineMs - startedAtMs > 150_000;
    for (const control of isLong ? controls : shuffled(context.seed)) {
      const perRunMs = (performance.now() - startedAtMs) / Math.max(1, runs.length);
      if (!isLong && performance.now() + perRunMs > context.deadlineMs && runs.length > 0) break;
      const done = await tryControl(control, context, isLong);
      runs.push(done);
      context.say(
        `  ${done.isRed ? 'red, as it must be' : 'GREEN'}: ${done.name} (${done.foundBy ?? 'not found'})`,
      );
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
