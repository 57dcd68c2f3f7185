import { describe, expect, it } from '@jest/globals';
import { StreamPlaces } from './stream-places.js';

describe('The places of streams', () => {
  it('are bounded for a caller, and given back once', () => {
    const places = new StreamPlaces({ streams: 10, streamsOfCaller: 2 });
    const giveBack = places.take('key:a');
    places.take('key:a');
    expect(() => places.take('key:a')).toThrow('This caller has 2 event streams open here');
    places.take('key:b');
    giveBack();
    giveBack();
    places.take('key:a');
    expect(() => places.take('key:a')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  });

  it('are bounded for a replica', () => {
    const places = new StreamPlaces({ streams: 2, streamsOfCaller: 2 });
    places.take('key:a');
    const giveBack = places.take('key:b');
    expect(() => places.take('key:c')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    giveBack();
    expect(places.take('key:c')).toBeInstanceOf(Function);
  });
});
