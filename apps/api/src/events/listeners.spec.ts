import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { aCaller } from '../../test/support/callers.js';
import { HandMovedClock } from '../../test/support/hand-moved-clock.js';
import type { Caller } from '../platform/caller.js';
import { noChanges, type Changes } from './changes.js';
import { EventStream } from './event-stream.js';
import { Listeners } from './listeners.js';

const changeOf = (queue: string): Changes => new Map([['tasks', new Set([queue])]]);

/** An installation of one caller's key. */
class Stage {
  readonly clock = new HandMovedClock();
  readonly failures: unknown[] = [];
  readonly request = {} as FastifyRequest;
  caller: Caller | null = aCaller(['read']);
  looksAtRights = 0;
  whoCannotBeAsked: Error | null = null;
  private readonly changes: Changes[] = [];
  private readonly stream = new EventStream(aCaller(['read']));
  private text = '';

  constructor() {
    const listeners = new Listeners({
      watch: { lastId: 'ab-1', look: async () => this.changes.shift() ?? noChanges },
      access: { callersOf: async (requests) => this.look([...requests]) },
      onFailure: (error) => this.failures.push(error),
      clock: this.clock,
    });
    listeners.add(this.stream, this.request);
  }

  change(queue: string): void {
    this.changes.push(changeOf(queue));
  }

  /** All that its listener was sent. */
  get sent(): string {
    this.text += String(this.stream.read() ?? '');
    return this.text;
  }

  private look(requests: readonly FastifyRequest[]): Map<FastifyRequest, Caller | null> {
    this.looksAtRights += 1;
    if (this.whoCannotBeAsked !== null) throw this.whoCannotBeAsked;
    return new Map(requests.map((request) => [request, this.caller]));
  }
}

let stage: Stage;

beforeEach(() => {
  stage = new Stage();
});

describe('Listeners', () => {
  it.each(Array.from({ length: 41 }, (_, step) => step * 50))(
    'are gone a second after they lost their rights, %d ms after they came',
    async (afterMs) => {
      await stage.clock.advance(afterMs);
      expect(stage.sent).not.toContain('event: end');
      stage.caller = null;
      await stage.clock.advance(1_000);
      expect(stage.sent).toContain('event: end\ndata: {"reason":"unauthenticated"}');
    },
  );

  it('are not told what was done after they lost their rights', async () => {
    await stage.clock.advance(990);
    stage.caller = null;
    stage.change('orders');
    await stage.clock.advance(5_000);
    expect(stage.sent).toContain('event: end');
    expect(stage.sent).not.toContain('orders');
  });

  it('are told by the rights that they have by then', async () => {
    await stage.clock.advance(990);
    stage.caller = aCaller(['read'], ['shop']);
    stage.change('orders');
    await stage.clock.advance(1_000);
    stage.change('shop');
    await stage.clock.advance(1_000);
    expect(stage.sent).toContain('shop');
    expect(stage.sent).not.toContain('orders');
  });

  it('are told later what could not be told while nobody knew who may listen', async () => {
    const failure = new Error('The database is away.');
    stage.whoCannotBeAsked = failure;
    stage.change('orders');
    await stage.clock.advance(1_000);
    expect(stage.sent).not.toContain('orders');
    expect(stage.failures).toContain(failure);
    stage.whoCannotBeAsked = null;
    await stage.clock.advance(1_000);
    expect(stage.sent).toContain('orders');
  });

  it('are asked about twice a second, and once more for what is told', async () => {
    await stage.clock.advance(1_000);
    expect(stage.looksAtRights).toBe(2);
    stage.change('orders');
    await stage.clock.advance(1_000);
    expect(stage.looksAtRights).toBe(5);
  });
});
