import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config/config.js';
import { currentTraces } from '../tracing/trace-scope.js';

const longestMessage = 1_000;

/** An error in the log. Its other properties stay out: a database error carries its statement's parameters, payloads among them. */
const errorFields = (error: unknown): unknown => {
  if (!(error instanceof Error)) return String(error).slice(0, longestMessage);
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: error.name,
    message: error.message.slice(0, longestMessage),
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  };
};

/** Where in which trace a line belongs; of several, merged calls the first. */
const traceFields = (): object => {
  const [current] = currentTraces();
  return current === undefined ? {} : { traceId: current.traceId, spanId: current.spanId };
};

/** The service's log: JSON lines on standard output, without secrets and payloads. */
export const createLogger = (level: Config['logLevel'], sink?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    mixin: traceFields,
    redact: { paths: ['req.headers', 'headers.authorization', 'headers.cookie'], remove: true },
  };
  return sink === undefined ? pino(options) : pino(options, sink);
};

/** The injection token of the service's log. */
export const LOGGER = Symbol('Logger');
