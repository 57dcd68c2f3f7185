import { createParamDecorator, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { HttpMethod, Route } from '@spool/contracts';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCall, type AnswerOf, type Call } from './http/call.js';
import './http/fastify-types.js';

const methodOf: Readonly<Record<HttpMethod, RequestMethod>> = {
  GET: RequestMethod.GET,
  POST: RequestMethod.POST,
  PUT: RequestMethod.PUT,
  PATCH: RequestMethod.PATCH,
  DELETE: RequestMethod.DELETE,
};

const CallOf = createParamDecorator<Route>((route, context) => {
  const http = context.switchToHttp();
  return readCall(route, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** The success status that a route answers with unless its handler sets another: 201 where it can, else the only one. */
const statusOf = (route: Route): number => {
  const statuses = Object.keys(route.answers).map(Number);
  const [first] = statuses;
  if (first === undefined) throw new Error(`${route.method} ${route.path} answers nothing.`);
  return route.method === 'POST' && statuses.includes(201) ? 201 : first;
};

/**
 * Serves a route of the catalogue with a controller's method: its method, path, permission, schemas and status come
 * from there. The method takes one {@link Call} and returns what the contract says.
 */
export const Serves =
  <const Called extends Route>(route: Called) =>
  <Handler extends (call: Call<Called>) => AnswerOf<Called> | Promise<AnswerOf<Called>>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    RequestMapping({ path: route.path, method: methodOf[route.method] })(target, name, descriptor);
    HttpCode(statusOf(route))(target, name, descriptor);
    RouteConfig({ spoolRoute: route })(target, name, descriptor);
    CallOf(route)(target, name, 0);
  };

export type { AnswerOf, Call } from './http/call.js';
