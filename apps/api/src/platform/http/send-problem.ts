import type { FastifyReply, FastifyRequest } from 'fastify';
import { QueryFailedError } from 'typeorm';
import { asSpoolError, problemHeaders, problemOf } from './problem-document.js';

/** Answers with an error's problem document, and logs what the operators of the service must know. */
export const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
  const known = asSpoolError(error);
  if (known.code === 'internal_error') {
    request.log.error({ err: known.cause ?? known }, 'A request failed for an unforeseen reason');
  } else if (known.cause instanceof QueryFailedError) {
    request.log.error({ err: known.cause }, 'The database refused a statement');
  } else if (known.code === 'unavailable' && known.cause !== undefined) {
    request.log.warn({ err: known.cause }, 'Given up: the caller was told to try again');
  }
  if (reply.sent) return;
  const problem = problemOf(known, request.id);
  reply.header('x-request-id', request.id).headers(problemHeaders(known));
  void reply.status(problem.status).send(JSON.stringify(problem));
};
