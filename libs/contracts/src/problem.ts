import { z } from 'zod';

/** Every stable error code of the API, with its HTTP status. */
export const problemStatus = {
  validation_failed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  queue_not_found: 404,
  task_not_found: 404,
  thread_not_found: 404,
  operation_not_found: 404,
  method_not_allowed: 405,
  lease_lost: 409,
  already_settled: 409,
  already_restarted: 409,
  queue_not_empty: 409,
  task_not_enqueued: 409,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

/** A stable error code; documented, never renamed. */
export type ProblemCode = keyof typeof problemStatus;

/** The codes as a schema. */
export const problemCode = z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]);

/** An error answer: `application/problem+json` (RFC 9457). `errors[].path` is a JSON Pointer into the request. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: problemCode,
  detail: z.string(),
  requestId: z.string(),
  outcome: z.enum(['completed', 'retrying', 'dead']).optional(),
  newId: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** An error answer of the API. */
export type Problem = z.infer<typeof problem>;
