import { SpoolConnectionError, SpoolProblem, SpoolTimeoutError } from '@spool/client';
import { exitCodes, type ExitCode } from './exit-codes.js';

/** What a command cannot do, in a sentence for people, and how the program then ends. */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The command line cannot be used as it is. */
export const wrongUsage = (message: string): Failure => new Failure(message, exitCodes.usage);

/** What is told of an error, to people and to scripts. */
export interface ErrorReport {
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly code?: string;
  readonly requestId?: string | null;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

const notAllowedStatuses: ReadonlySet<number> = new Set([401, 403]);
const laterStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How the program ends when Spool refuses a call. */
const exitCodeOf = ({ status }: SpoolProblem): ExitCode => {
  if (notAllowedStatuses.has(status)) return exitCodes.notAllowed;
  return laterStatuses.has(status) ? exitCodes.unreachable : exitCodes.refused;
};

/** Whether nobody knows if the call took effect. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof SpoolConnectionError ||
  error instanceof SpoolTimeoutError ||
  (error instanceof SpoolProblem && error.status >= 500);

/** What to tell of an error that ends the program; null for one that is a fault of the program itself. */
export const reportOf = (error: unknown): ErrorReport | null => {
  if (error instanceof Failure) {
    const cause = error.cause === undefined ? null : reportOf(error.cause);
    return cause === null
      ? { message: error.message, exitCode: error.exitCode }
      : { ...cause, message: `${cause.message}\n${error.message}`, exitCode: error.exitCode };
  }
  if (error instanceof SpoolProblem) {
    const { detail, code, requestId, errors } = error;
    return { message: detail, exitCode: exitCodeOf(error), code, requestId, errors };
  }
  if (error instanceof SpoolConnectionError || error instanceof SpoolTimeoutError)
    return { message: error.message, exitCode: exitCodes.unreachable };
  return null;
};
