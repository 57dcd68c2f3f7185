import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from './parse-json.js';
import { readBody } from './read-body.js';

const declaredBytesOf = (request: FastifyRequest): number | null => {
  const text = request.headers['content-length'];
  return text === undefined ? null : Number(text);
};

/** Reads `application/json` bodies, whatever its parameters, and nothing else: the rest is answered with 415. */
export const useBodyParser = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = await readBody(payload, declaredBytesOf(request), (bytes) =>
        request.load?.addBytes(bytes),
      );
      return parseJson(body);
    },
  );
};
