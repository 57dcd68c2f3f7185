import type { z } from 'zod';
import type { Permission } from './administration.js';
import type { AuditAction } from './audit.js';

interface AnyRoute {
  /** With `:name` for each parameter, such as `/v1/tasks/:id`. */
  readonly path: string;
  readonly summary: string;
  /** The permissions of which the caller needs one; `public` for none. */
  readonly permission: readonly Permission[] | 'public' | 'signed-in';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The schema of each successful answer by status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
}

/** A call that changes nothing. */
export interface ReadingRoute extends AnyRoute {
  readonly method: 'GET';
}

/** A call that changes something: it says as what the audit log remembers it. */
export interface ChangingRoute extends AnyRoute {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly action: AuditAction;
}

/** One call of the API: where it is, who may make it, what goes in and what comes out. */
export type Route = ReadingRoute | ChangingRoute;

/** How a route is called. */
export type HttpMethod = Route['method'];

/** Keeps a route's exact schemas in its type. */
export const route = <const Given extends Route>(given: Given): Given => given;
