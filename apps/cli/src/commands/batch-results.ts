import { exitCodes } from '../session/exit-codes.js';
import { Failure } from '../session/failure.js';
import type { Session } from '../session/session.js';
import { countWord } from '../terminal/words.js';

/** What became of one id of a call for many. */
interface ItemResult {
  readonly id: string;
  readonly status: 'ok' | 'error';
  readonly detail?: string | undefined;
  readonly newId?: string | undefined;
}

const sentenceOf = ({ id, status, detail, newId }: ItemResult, done: string): string => {
  if (status === 'error') return `${id} refused: ${detail ?? ''}`;
  return newId === undefined ? `${id} ${done}` : `${id} ${done} as ${newId}`;
};

/** Tells what became of each id; throws a Failure when any was refused. */
export const tellResults = async (
  { output }: Session,
  results: readonly ItemResult[],
  done: string,
): Promise<void> => {
  if (output.isJson) await output.document({ results });
  else for (const result of results) await output.line(sentenceOf(result, done));
  const refused = results.filter(({ status }) => status === 'error').length;
  if (refused > 0)
    throw new Failure(`${refused} of ${countWord(results.length, 'task')} refused.`, exitCodes.refused);
};
