import { problemStatus, type Problem, type ProblemCode } from '@spool/contracts';
import { HttpException } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { troubleOf } from '../database/database-error.js';
import { SpoolError, unavailable } from '../spool-error.js';

const titles: Readonly<Record<ProblemCode, string>> = {
  validation_failed: 'The request is not valid',
  unauthenticated: 'Credentials are missing or wrong',
  forbidden: 'A right is missing',
  not_found: 'Nothing is there',
  queue_not_found: 'There is no such queue',
  task_not_found: 'There is no such task',
  thread_not_found: 'There is no such thread',
  operation_not_found: 'There is no such operation',
  method_not_allowed: 'The route has no such method',
  lease_lost: 'The lease is lost',
  already_settled: 'The task was settled before',
  already_restarted: 'The task was restarted before',
  queue_not_empty: 'The queue is not empty',
  task_not_enqueued: 'The task is not ENQUEUED',
  conflict: 'The request conflicts with what is there',
  precondition_failed: 'A precondition does not hold',
  payload_too_large: 'The request is too large',
  unsupported_media_type: 'The content type is not supported',
  rate_limited: 'Too many requests',
  internal_error: 'Something went wrong in the service',
  unavailable: 'The service cannot answer now',
};

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

const detailOfCode: Partial<Readonly<Record<ProblemCode, string>>> = {
  not_found: 'There is no such route.',
  unsupported_media_type: 'Send the body as JSON, with the content type application/json.',
};

const fromHttpException = (error: HttpException): SpoolError => {
  const status = error.getStatus();
  if (status >= 500 && status !== 503) return internalError(error);
  const code = codeOfStatus[status] ?? 'validation_failed';
  return new SpoolError(code, detailOfCode[code] ?? error.message, { cause: error });
};

const internalError = (cause: unknown): SpoolError =>
  new SpoolError('internal_error', 'Something went wrong in the service; its log has the request id.', {
    cause,
  });

/** Sorts whatever was thrown into an error with a stable code; what nobody foresaw is `internal_error`. */
export const asSpoolError = (error: unknown): SpoolError => {
  if (error instanceof SpoolError) return error;
  if (error instanceof HttpException) return fromHttpException(error);
  const trouble = troubleOf(error);
  if (error instanceof QueryFailedError || (trouble !== 'other' && trouble !== 'duplicate-key')) {
    return unavailable('The database could not do this now: try again shortly.', error);
  }
  return internalError(error);
};

/** The problem document of an error (RFC 9457). */
export const problemOf = (error: SpoolError, requestId: string): Problem => ({
  type: `urn:spool:problem:${error.code}`,
  title: titles[error.code],
  status: problemStatus[error.code],
  code: error.code,
  detail: error.message,
  requestId,
  ...(error.extras.errors === undefined ? {} : { errors: [...error.extras.errors] }),
  ...error.extras.facts,
});

/** The headers that go with an error's answer. */
export const problemHeaders = (error: SpoolError): Readonly<Record<string, string>> => {
  const { retryAfterSeconds, allowedMethods } = error.extras;
  const retryAfter = retryAfterSeconds ?? (error.code === 'unavailable' ? 1 : undefined);
  return {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...(error.code === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
    ...(allowedMethods === undefined ? {} : { allow: allowedMethods.join(', ') }),
  };
};
