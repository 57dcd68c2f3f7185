import { setTimeout as pause } from 'node:timers/promises';
import type { OperationDetail } from '@spool/contracts';
import { exitCodes } from '../session/exit-codes.js';
import { Failure } from '../session/failure.js';
import type { Session } from '../session/session.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { countWord } from '../terminal/words.js';

/** How an operation is followed. */
export interface FollowOptions {
  /** Until what became of every restarted task is known, too. */
  readonly verify?: true;
}

const lookEveryMs = 300;

const hasEnded = (operation: OperationDetail, { verify }: FollowOptions): boolean =>
  operation.finishedAt !== null &&
  operation.undo !== 'running' &&
  (verify !== true || operation.action !== 'restart' || operation.verifiedAt !== null);

const progressOf = ({ state, total, done, failed, undone, verified }: OperationDetail) => ({
  done: done + failed + undone,
  total,
  words: `${state}: ${done.toLocaleString('en')} of ${countWord(total, 'task')}${
    verified.passed + verified.failedAgain === 0
      ? ''
      : `, ${verified.passed} passed, ${verified.failedAgain} failed again`
  }`,
});

/**
 * Shows an operation's progress until it has ended, and answers what became of it. It needs nobody: when this ends early,
 * by Ctrl-C or because the operation was paused, it throws a Failure that says how to look again.
 */
export const followOperation = async (
  { client, signal }: Session,
  id: string,
  options: FollowOptions = {},
): Promise<OperationDetail> => {
  const bar = new ProgressBar();
  try {
    for (;;) {
      const operation = await client.operations.get(id, { signal });
      if (hasEnded(operation, options)) return operation;
      if (operation.state === 'paused')
        throw new Failure(
          `Operation ${id} is paused. Look at it and go on: spool operations show ${id}; spool operations resume ${id}`,
          exitCodes.refused,
        );
      bar.show(progressOf(operation));
      await pause(lookEveryMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure(
      `Operation ${id} goes on by itself. Look at it: spool operations show ${id}; stop it: spool operations cancel ${id}`,
      exitCodes.interrupted,
    );
  } finally {
    bar.clear();
  }
};
