import type { IncomingHttpHeaders } from 'node:http';
import type { ChangingRoute, Route } from '@spool/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actOf, type Act } from '../act.js';
import type { Caller } from '../caller.js';
import { SpoolError } from '../spool-error.js';
import { callerGone } from './caller-gone.js';
import { validate } from './validate.js';

type PartOf<Called, Name extends 'params' | 'query' | 'body'> =
  Called extends Readonly<Record<Name, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
    : Value;

type BodyOfAnswer<Schema> = Schema extends z.ZodType ? Sent<z.output<Schema>> : void;

/** What a handler of a route returns: the answer as the contract describes it, nothing for an answer without a body. */
export type AnswerOf<Called extends Route> = BodyOfAnswer<Called['answers'][keyof Called['answers']]>;

/** One call of a route: everything that a controller needs, read and checked by the route's schemas. */
export interface Call<Called extends Route> {
  readonly params: PartOf<Called, 'params'>;
  readonly query: PartOf<Called, 'query'>;
  readonly body: PartOf<Called, 'body'>;
  /** Who calls. Throws `unauthenticated` in a public route. */
  readonly caller: Caller;
  /** What the audit log remembers of a call that changes something. Throws `unauthenticated` in a public route. */
  readonly act: Called extends ChangingRoute ? Act : never;
  /** Fires when the client goes away before the answer was written. */
  readonly gone: AbortSignal;
  readonly headers: IncomingHttpHeaders;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Answers with another success status than the route's first. */
  setStatus(status: keyof Called['answers'] & number): void;
}

const nothing = z.strictObject({}).optional();

const bodyOf = (route: Route, request: FastifyRequest): unknown =>
  route.method === 'GET' ? undefined : validate(route.body ?? nothing, request.body);

/** Reads a request as a call of its route. Throws `validation_failed`. */
export const readCall = (route: Route, request: FastifyRequest, reply: FastifyReply): Call<Route> => {
  const params: unknown = route.params === undefined ? undefined : validate(route.params, request.params);
  const query: unknown = validate(route.query ?? nothing, request.query);
  const body = bodyOf(route, request);
  let gone: AbortSignal | undefined;
  const callerOf = (): Caller => {
    if (request.caller === null) throw new SpoolError('unauthenticated', 'This call needs credentials.');
    return request.caller;
  };
  return {
    // A route's schemas are known to its controller's type only; here they are any schemas.
    params: params as undefined,
    query: query as undefined,
    body: body as undefined,
    headers: request.headers,
    request,
    reply,
    get caller() {
      return callerOf();
    },
    get act() {
      if (route.method === 'GET') throw new Error(`${route.path} changes nothing.`);
      return actOf(route, callerOf(), request);
    },
    get gone() {
      gone ??= callerGone(reply.raw);
      return gone;
    },
    setStatus(status) {
      reply.status(status);
    },
  };
};
