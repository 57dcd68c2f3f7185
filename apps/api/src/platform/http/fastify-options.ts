import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { limits } from '@spool/contracts';
import { LogController, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { validationFailed, type SpoolError } from '../spool-error.js';
import { problemOf } from './problem-document.js';
import { sendProblem } from './send-problem.js';

/** Longer than any URL that Node lets in, so that a long id is refused by its schema, with its reason. */
const maxParamLength = 16_384;
const keepAliveTimeoutMs = 72_000;
/** How long a client may take to send one whole request. */
const requestTimeoutMs = 60_000;

const malformedUrl = (): SpoolError =>
  validationFailed([{ path: '', message: 'The path is not valid: check its percent-encoding.' }]);

const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
  sendProblem(request, reply, error.code === 'FST_ERR_BAD_URL' ? malformedUrl() : error);

const clientErrorText: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request line and headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};

/** Answers what is not even HTTP; there is no request yet, so the socket is written to. */
const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const detail = clientErrorText[error.code ?? ''] ?? 'The request is not valid HTTP.';
  const problem = problemOf(validationFailed([{ path: '', message: detail }]), randomUUID());
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

/** How the HTTP server is set up. */
export const fastifyOptions = (config: Config, logger: Logger) => ({
  loggerInstance: logger,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  genReqId: () => randomUUID(),
  requestIdHeader: false as const,
  trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
  bodyLimit: limits.requestBodyBytes,
  routerOptions: { maxParamLength },
  return503OnClosing: false,
  forceCloseConnections: 'idle' as const,
  keepAliveTimeout: keepAliveTimeoutMs,
  requestTimeout: requestTimeoutMs,
  frameworkErrors: answerFrameworkError,
  clientErrorHandler: answerClientError,
  skipMiddie: true,
});
