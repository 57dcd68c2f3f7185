import { describe, expect, it } from '@jest/globals';
import { EventReader } from './event-reader.js';

describe('a reader of events', () => {
  it('finds the same events wherever the stream is cut', () => {
    const stream =
      'retry: 2000\n\nevent: ready\nid: a-1\ndata: {}\n\n: alive\nevent: alive\ndata: {}\n\nevent: ch';
    const events = [
      { name: 'ready', id: 'a-1', data: '{}' },
      { name: 'alive', id: null, data: '{}' },
    ];
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const reader = new EventReader();
      expect([...reader.read(stream.slice(0, cut)), ...reader.read(stream.slice(cut))]).toEqual(events);
    }
  });
});
