import { isDatabaseDown } from './database-error.js';
import { SpoolError } from '../spool-error.js';

/**
 * The database was lost in the moment of a commit and has not been back since to tell what became of it. What was
 * asked for may have happened: it must not be done again without looking.
 */
export class UnknownOutcome extends SpoolError {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super(
      'unavailable',
      'The database was lost in the moment of the commit: this may have taken effect. Look before you send it again.',
      { retryAfterSeconds: 1, cause },
    );
  }
}

/**
 * Whether a transaction for several callers that ended with this error may be run again for each of them alone: it left
 * nothing behind, and one of them may have been the cause.
 */
export const mayBeOneCallersFault = (error: unknown): boolean =>
  !(error instanceof UnknownOutcome) && !isDatabaseDown(error);
