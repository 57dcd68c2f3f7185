import { parseArgs } from 'node:util';
import type { Form } from './plan.js';
import { isSideName, type SideName } from './sides/catalogue.js';
import { isWorkloadName, type WorkloadName } from './workloads/catalogue.js';

/** What the command line asks for. */
export interface Options {
  readonly form: Form;
  /** A further factor on all sizes; 1 unless somebody tries something out. */
  readonly size: number;
  /** Null: as often as the form says. */
  readonly rounds: number | null;
  /** Empty: all. */
  readonly workloads: readonly WorkloadName[];
  /** Empty: all. */
  readonly sides: readonly SideName[];
}

const usage = `Use: npm run bench -- [--workload W1,W3] [--side spool-mariadb,groupmq] [--rounds 5] [--size 0.02]
Without options everything in the plan is measured and docs/performance.md is written.`;

const listOf = <Name extends string>(
  text: string | undefined,
  isName: (one: string) => one is Name,
): Name[] =>
  (text ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      if (!isName(one)) throw new Error(`"${one}" is unknown.\n${usage}`);
      return one;
    });

const positive = (text: string | undefined, fallback: number): number => {
  const value = text === undefined ? fallback : Number(text);
  if (!(value > 0)) throw new Error(`"${text}" is no number above 0.\n${usage}`);
  return value;
};

/** Reads the command line. Throws an error that says what is possible. */
export const readOptions = (given: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...given],
    options: {
      full: { type: 'boolean', default: false },
      size: { type: 'string' },
      rounds: { type: 'string' },
      workload: { type: 'string' },
      side: { type: 'string' },
    },
  });
  return {
    form: values.full ? 'full' : 'short',
    size: positive(values.size, 1),
    rounds: values.rounds === undefined ? null : Math.ceil(positive(values.rounds, 1)),
    workloads: listOf(values.workload, isWorkloadName),
    sides: listOf(values.side, isSideName),
  };
};

/** Whether everything was measured at its proper size: only then is it written into the documentation. */
export const isComplete = ({ size, rounds, workloads, sides }: Options): boolean =>
  size === 1 && rounds === null && workloads.length === 0 && sides.length === 0;
