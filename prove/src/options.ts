import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Options {
  readonly durationMs: number;
  readonly seed: number;
  /** Names of stages; empty for all. */
  readonly only: readonly string[];
  /** Where fast-check found a failure, to see it again; null otherwise. */
  readonly path: string | null;
}

const minuteMs = 60_000;
const usualMinutes = 10;
const largestSeed = 2_147_483_647;

export const usage = `Use: npm run prove -- [--minutes N | --hours N] [--seed S] [--only stage,stage] [--path P]`;

const numberOf = (name: string, text: string, largest: number): number => {
  const value = Number(text);
  if (!(value > 0 && value <= largest)) throw new Error(`--${name} is a number up to ${largest}.\n${usage}`);
  return value;
};

/** Reads the command line. Throws an error that says how it is written. */
export const readOptions = (argv: readonly string[]): Options => {
  const text = { type: 'string' } as const;
  const options = { minutes: text, hours: text, seed: text, only: text, path: text };
  const { values } = parseArgs({ args: [...argv], options, strict: true });
  const { minutes, hours, seed, only, path } = values;
  if (minutes !== undefined && hours !== undefined) throw new Error(`Minutes or hours, not both.\n${usage}`);
  const asked =
    hours === undefined
      ? numberOf('minutes', minutes ?? String(usualMinutes), 10_000)
      : numberOf('hours', hours, 1_000) * 60;
  return {
    durationMs: asked * minuteMs,
    seed:
      seed === undefined
        ? Math.floor(Math.random() * largestSeed) + 1
        : Math.floor(numberOf('seed', seed, largestSeed)),
    path: path ?? null,
    only: only === undefined ? [] : only.split(',').filter((name) => name !== ''),
  };
};
