import type { Route } from '@spool/contracts';
import type { Caller } from '../caller.js';
import type { CallSpan } from '../tracing/tracing.js';
import type { LoadShare } from './load-shedding.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The catalogue's entry that this route serves. */
    spoolRoute?: Route;
  }
  interface FastifyRequest {
    /** Who makes the request; null in public routes. */
    caller: Caller | null;
    /** The request's part of the load; null before it was admitted. */
    load: LoadShare | null;
    /** What is told of it to a collector of traces; null for what is not. */
    span: CallSpan | null;
  }
}
