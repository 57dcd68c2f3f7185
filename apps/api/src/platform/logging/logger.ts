import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config/config.js';

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

/** The service's log: JSON lines on standard output, without secrets and payloads. */
export const createLogger = (level: Config['logLevel'], sink?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths: ['req.headers', 'headers.authorization', 'headers.cookie'], remove: true },
  };
  return sink === undefined ? pino(options) : pino(options, sink);
};

/** The injection token of the service's log. */
export const LOGGER = Symbol('Logger');
