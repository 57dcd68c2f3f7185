import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Nest calls `log(message, ...more, context)`, with an error's stack among `more`. */
const fieldsOf = (more: readonly unknown[]): Record<string, unknown> => {
  const texts = more.filter((part) => typeof part === 'string');
  const context = texts.at(-1);
  const stack = texts.length > 1 ? texts[0] : undefined;
  return { ...(context === undefined ? {} : { context }), ...(stack === undefined ? {} : { stack }) };
};

/** Lets Nest write to the service's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...more: unknown[]): void {
    this.write('debug', message, more);
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.write('fatal', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    this.write('error', message, more);
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.write('warn', message, more);
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.write('debug', message, more);
  }

  verbose(message: unknown, ...more: unknown[]): void {
    this.write('trace', message, more);
  }

  private write(level: Level, message: unknown, more: readonly unknown[]): void {
    if (message instanceof Error) this.logger[level]({ err: message, ...fieldsOf(more) }, message.message);
    else this.logger[level](fieldsOf(more), String(message));
  }
}
