import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Chance } from '../src/chance.js';
import { Recorder } from '../src/history/recorder.js';
import { RecordingClient, type Called } from '../src/history/recording-client.js';
import { Board } from '../src/traffic/board.js';
import { Operator } from '../src/traffic/operator.js';

const mostActs = 500;

describe('An operator who pauses a queue', () => {
  let server: Server;
  let service: Called;

  beforeEach(async () => {
    server = createServer((_request, response) => response.end('{"tasks":[]}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const url = `http://127.0.0.1:${address.port}`;
    service = { size: 1, urlOf: () => url, credentials: {}, recorder: new Recorder() };
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('asks for tasks after it is paused and before it is resumed, however slow the workers are', async () => {
    const { entries } = service.recorder;
    const operator = new Operator(
      new RecordingClient('operator', service, new Chance(1)),
      new Chance(2),
      new Board(),
    );
    const holds = () => entries.filter(({ asked }) => asked.hold !== null);
    for (let acts = 0; acts < mostActs && holds().length === 0; acts += 1) await operator.act();
    const [pause, resume] = holds();
    const meanwhile = entries.filter(
      ({ asked, askedAtMs, endedAtMs }) =>
        asked.demand !== null &&
        asked.queue === pause?.asked.queue &&
        askedAtMs >= (pause?.endedAtMs ?? Infinity) &&
        endedAtMs <= (resume?.askedAtMs ?? 0),
    );
    expect(meanwhile).toHaveLength(2);
  });
});
