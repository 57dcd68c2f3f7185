import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { NestLogger } from './nest-logger.js';

const linesOf = (write: (logger: NestLogger) => void): Record<string, unknown>[] => {
  const lines: string[] = [];
  const sink = { write: (line: string) => void lines.push(line) };
  write(new NestLogger(pino({ level: 'trace', base: null, timestamp: false }, sink)));
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
};

describe('NestLogger', () => {
  it('writes Nest’s lines with their context, what is routine as debug', () => {
    expect(linesOf((logger) => logger.log('Mapped a route', 'RoutesResolver'))).toEqual([
      { level: 20, context: 'RoutesResolver', msg: 'Mapped a route' },
    ]);
  });

  it('writes errors with their stack', () => {
    const [line] = linesOf((logger) => logger.error(new Error('broken'), 'Scheduler'));
    expect(line).toMatchObject({ level: 50, context: 'Scheduler', msg: 'broken' });
    expect(line?.['err']).toMatchObject({ stack: expect.stringContaining('broken') });
    expect(linesOf((logger) => logger.error('broken', 'at line 1', 'Scheduler'))).toEqual([
      { level: 50, context: 'Scheduler', stack: 'at line 1', msg: 'broken' },
    ]);
  });
});
