import { describe, expect, it } from '@jest/globals';
import { routes } from '@spool/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { aCaller } from '../../../test/support/callers.js';
import { logAnswer } from './answer-log.js';

interface Line {
  readonly level: string;
  readonly fields: object;
  readonly text: string;
}

const lineOf = (statusCode: number, elapsedTime: number, slowMs = 2_000): Line | undefined => {
  const lines: Line[] = [];
  const writerOf = (level: string) => (fields: object, text: string) =>
    void lines.push({ level, fields, text });
  const request = {
    method: 'POST',
    url: '/v1/queues/orders/pause?code=secret',
    caller: aCaller(['read']),
    routeOptions: { config: { spoolRoute: routes.pauseQueue } },
    log: { debug: writerOf('debug'), info: writerOf('info'), warn: writerOf('warn') },
  };
  const reply = { statusCode, elapsedTime };
  logAnswer(request as unknown as FastifyRequest, reply as FastifyReply, slowMs);
  return lines[0];
};

describe('The line of an answer', () => {
  it('is for debugging', () => {
    expect(lineOf(200, 12)).toEqual({
      level: 'debug',
      fields: {
        method: 'POST',
        path: '/v1/queues/orders/pause',
        route: '/v1/queues/:queue/pause',
        status: 200,
        ms: 12,
        caller: 'key:test',
      },
      text: 'Answered',
    });
  });

  it('is there for everybody where a right was missing', () => {
    const line = lineOf(403, 12);
    expect([line?.level, line?.text]).toEqual(['info', 'A call whose caller lacks the right was answered']);
    expect(line?.fields).toMatchObject({ caller: 'key:test', route: '/v1/queues/:queue/pause', status: 403 });
  });

  it('warns of what was slow', () => {
    expect(lineOf(200, 2_000)).toMatchObject({ level: 'warn', text: 'A slow request was answered' });
    expect(lineOf(403, 2_000)).toMatchObject({ level: 'warn' });
  });
});
