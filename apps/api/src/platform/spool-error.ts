import type { ProblemCode, SettledOutcome } from '@spool/contracts';

/** One thing that is wrong with a request: `path` is a JSON Pointer into it. */
export interface RequestFlaw {
  readonly path: string;
  readonly message: string;
}

/** What an error adds beside its code and detail. */
export interface SpoolErrorExtras {
  readonly errors?: readonly RequestFlaw[];
  readonly retryAfterSeconds?: number;
  /** The methods that a route has, where another was asked for. */
  readonly allowedMethods?: readonly string[];
  /** What the problem document says beside the usual: what became of the task before. */
  readonly facts?: { readonly outcome?: SettledOutcome | undefined; readonly newId?: string | undefined };
  readonly cause?: unknown;
}

/** An error with a stable code; the HTTP edge turns it into a problem document. */
export class SpoolError extends Error {
  override readonly name: string = 'SpoolError';

  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly extras: SpoolErrorExtras = {},
  ) {
    super(detail, { cause: extras.cause });
  }
}

const flawed = (code: ProblemCode, flaws: readonly RequestFlaw[]): SpoolError => {
  const [first] = flaws;
  const detail = first === undefined ? 'The request is not valid.' : `${first.path} ${first.message}`.trim();
  return new SpoolError(code, detail, { errors: flaws });
};

/** The request is malformed; each flaw names its place. */
export const validationFailed = (flaws: readonly RequestFlaw[]): SpoolError =>
  flawed('validation_failed', flaws);

/** The request is well-formed, but holds values beyond their limits of size; each flaw names one. */
export const payloadTooLarge = (flaws: readonly RequestFlaw[]): SpoolError =>
  flawed('payload_too_large', flaws);

/** No queue of this name exists, or the caller may not see it. */
export const queueNotFound = (name: string): SpoolError =>
  new SpoolError(
    'queue_not_found',
    `There is no queue "${name}", or this caller does not cover it. PUT /v1/queues/${name} makes one.`,
  );

/** No task has this id: it never existed, was deleted, or its retention ended. */
export const taskNotFound = (id: string): SpoolError =>
  new SpoolError('task_not_found', `There is no task ${id}.`);

/** The database cannot be reached or is too busy; the caller may try again. */
export const unavailable = (detail: string, cause?: unknown): SpoolError =>
  new SpoolError('unavailable', detail, { retryAfterSeconds: 1, cause });
