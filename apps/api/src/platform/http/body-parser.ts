import type { IncomingMessage } from 'node:http';
import { limits } from '@spool/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import './fastify-types.js';
import { parseJson } from './parse-json.js';
import { readBody } from './read-body.js';

const declaredBytesOf = (request: FastifyRequest): number | null => {
  const text = request.headers['content-length'];
  return text === undefined ? null : Number(text);
};

/** Strangers hold no more memory than a sign-in needs. */
const mostBytesOf = (request: FastifyRequest): number =>
  request.routeOptions.config.spoolRoute?.permission === 'public'
    ? limits.strangersBodyBytes
    : limits.requestBodyBytes;

/** Reads `application/json` bodies, whatever its parameters, and nothing else: the rest is answered with 415. */
export const useBodyParser = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const size = { mostBytes: mostBytesOf(request), declaredBytes: declaredBytesOf(request) };
      const body = await readBody(payload, size, (bytes) => request.load?.addBytes(bytes));
      return parseJson(body);
    },
  );
};
