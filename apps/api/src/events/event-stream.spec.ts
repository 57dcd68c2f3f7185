import { describe, expect, it } from '@jest/globals';
import { aCaller } from '../../test/support/callers.js';
import type { Changes } from './changes.js';
import { EventStream } from './event-stream.js';

const caller = aCaller(['read']);
const changeOf = (queue: string): Changes => new Map([['tasks', new Set([queue])]]);
const read = (stream: EventStream): string => (stream.read() as Buffer | null)?.toString('utf8') ?? '';

describe('A stream whose reader does not keep up', () => {
  it('holds a bounded text, and merges what comes meanwhile into one event', () => {
    const stream = new EventStream(caller);
    stream.begin('ab-0');
    for (let event = 1; event <= 10_000; event += 1)
      stream.tell(changeOf(`queue-${event % 100}`), `ab-${event}`);
    expect(stream.readableLength).toBeLessThan(20_000);
    const events = (read(stream) + read(stream)).trimEnd().split('\n\n');
    expect(events.length).toBeLessThan(300);
    expect(events.at(-1)).toContain('id: ab-10000');
    expect(events.at(-1)?.match(/queue-\d+/g)).toHaveLength(100);
  });

  it('is too slow after half a minute, and then cut off', () => {
    const stream = new EventStream(caller);
    stream.begin('ab-0');
    const now = performance.now();
    for (let event = 1; event <= 1_000; event += 1) stream.tell(changeOf('orders'), `ab-${event}`);
    expect(stream.isTooSlow(now)).toBe(false);
    expect(stream.isTooSlow(now + 31_000)).toBe(true);
    stream.close('too-slow');
    expect(stream.destroyed).toBe(true);
  });
});

describe('A stream', () => {
  it('ends once, and takes nothing in after that', () => {
    const stream = new EventStream(caller);
    const failures: unknown[] = [];
    stream.on('error', (error) => failures.push(error));
    stream.begin('ab-0');
    stream.close('unauthenticated');
    stream.close('unauthenticated');
    stream.tell(changeOf('orders'), 'ab-1');
    stream.beat();
    const text = read(stream);
    expect(text.match(/event: end/g)).toHaveLength(1);
    expect(text).not.toContain('orders');
    expect([failures, stream.destroyed]).toEqual([[], false]);
  });

  it('whose reader does not take in its end is cut off after half a minute', () => {
    const stream = new EventStream(caller);
    stream.close('unauthenticated');
    expect(stream.isTooSlow(performance.now() + 31_000)).toBe(true);
    stream.close('too-slow');
    expect(stream.destroyed).toBe(true);
  });

  it('that waits for its reader is told by the rights that its caller has when it goes on', () => {
    const stream = new EventStream(aCaller(['read'], ['shop', 'orders']));
    while (stream.readableLength < 16_384) stream.tell(changeOf('shop'), 'ab-1');
    stream.tell(changeOf('orders'), 'ab-2');
    stream.tell(changeOf('shop'), 'ab-3');
    stream.listensAs(aCaller(['read'], ['shop']));
    const events = `${read(stream)}${read(stream)}`.trimEnd().split('\n\n');
    expect(events.at(-1)).toContain('id: ab-3');
    expect(events.join('\n')).not.toContain('orders');
  });
});
