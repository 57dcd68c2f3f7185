import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.js';

/** The service's log: JSON lines on standard output, without secrets and payloads. */
export const createLogger = (level: Config['logLevel']): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['req.headers', 'headers.authorization', 'headers.cookie'], remove: true },
  });

/** The injection token of the service's log. */
export const LOGGER = Symbol('Logger');
