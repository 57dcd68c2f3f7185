import { problem, problemCode, type Problem, type ProblemCode } from '@spool/contracts';
import { z } from 'zod';

/** A problem's stable code; `unexpected_answer` for an answer that is not Spool's own (a proxy's, say). */
export type SpoolProblemCode = ProblemCode | 'unexpected_answer';

/** What an error answer told. */
export interface ProblemDescription {
  readonly code: SpoolProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly errors: NonNullable<Problem['errors']>;
  readonly retryAfterMs: number | null;
}

/** The API refused a call. */
export class SpoolProblem extends Error implements ProblemDescription {
  override readonly name = 'SpoolProblem';
  /** The stable code to branch on. */
  readonly code: SpoolProblemCode;
  /** The HTTP status. */
  readonly status: number;
  readonly title: string;
  /** What happened, in a sentence for people. */
  readonly detail: string;
  /** The request's id in the server's log; null when the answer carried none. */
  readonly requestId: string | null;
  /** What is wrong with the input; `path` is a JSON Pointer into the request. */
  readonly errors: NonNullable<Problem['errors']>;
  /** How long the server asked to wait, in milliseconds; null when it did not ask. */
  readonly retryAfterMs: number | null;

  constructor(description: ProblemDescription) {
    super(description.detail);
    this.code = description.code;
    this.status = description.status;
    this.title = description.title;
    this.detail = description.detail;
    this.requestId = description.requestId;
    this.errors = description.errors;
    this.retryAfterMs = description.retryAfterMs;
  }
}

/** No answer came: the connection failed. Whether the call had an effect is unknown. */
export class SpoolConnectionError extends Error {
  override readonly name = 'SpoolConnectionError';
}

/** No answer came within the call's timeout. Whether the call had an effect is unknown. */
export class SpoolTimeoutError extends Error {
  override readonly name = 'SpoolTimeoutError';

  constructor(readonly timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
  }
}

/** Reads a `Retry-After` header, in seconds or as an HTTP date; null when absent or unreadable. */
export const retryAfterMs = (header: string | null, nowMs: number): number | null => {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
};

/** A code of a newer server is no reason to lose its detail. */
const tolerantProblem = problem.extend({ code: z.string() });

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readCode = (code: string): SpoolProblemCode => {
  const known = problemCode.safeParse(code);
  return known.success ? known.data : 'unexpected_answer';
};

/** Turns an error answer into the error to throw, whoever sent it. */
export const problemFrom = (response: Response, text: string): SpoolProblem => {
  const waitMs = retryAfterMs(response.headers.get('retry-after'), Date.now());
  const parsed = tolerantProblem.safeParse(parsedJson(text));
  if (parsed.success) {
    const { code, status, title, detail, requestId, errors = [] } = parsed.data;
    const known = { status, title, detail, requestId, errors };
    return new SpoolProblem({ ...known, code: readCode(code), retryAfterMs: waitMs });
  }
  return new SpoolProblem({
    code: 'unexpected_answer',
    status: response.status,
    title: response.statusText,
    detail: `The server answered ${response.status} without a problem document.`,
    requestId: response.headers.get('x-request-id'),
    errors: [],
    retryAfterMs: waitMs,
  });
};
