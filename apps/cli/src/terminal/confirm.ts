import { createInterface } from 'node:readline/promises';
import { exitCodes } from '../session/exit-codes.js';
import { Failure, wrongUsage } from '../session/failure.js';
import { harmlessText } from './harmless-text.js';

/** An option of commands that destroy something, or change a lot. */
export interface ConfirmOptions {
  readonly yes?: true;
}

/** Asks on a terminal whether to go on. Throws a Failure for a no, and where there is nobody to ask. */
export const confirm = async (
  signal: AbortSignal,
  question: string,
  { yes }: ConfirmOptions,
): Promise<void> => {
  if (yes === true) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw wrongUsage(`${question} Nobody can be asked here: say --yes.`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`${harmlessText(question)} [y/N] `, { signal });
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was changed.', exitCodes.refused);
  } finally {
    asking.close();
  }
};
