import { describe, expect, it } from '@jest/globals';
import { TypedEvents } from './typed-events.js';

interface Events {
  readonly said: string;
}

describe('Events', () => {
  it('reach every listener, until it is removed', () => {
    const events = new TypedEvents<Events>(() => undefined);
    const heard: string[] = [];
    const remove = events.on('said', (word) => heard.push(`first ${word}`));
    events.on('said', (word) => heard.push(`second ${word}`));
    events.emit('said', 'a');
    remove();
    events.emit('said', 'b');
    expect(heard).toEqual(['first a', 'second a', 'second b']);
  });

  it('say whether anybody listens', () => {
    const events = new TypedEvents<Events>(() => undefined);
    expect(events.emit('said', 'a')).toBe(false);
    events.on('said', () => undefined);
    expect(events.emit('said', 'a')).toBe(true);
  });

  it('reach the others when one listener throws', () => {
    const errors: unknown[] = [];
    const events = new TypedEvents<Events>((error) => errors.push(error));
    const heard: string[] = [];
    events.on('said', () => {
      throw new Error('deaf');
    });
    events.on('said', (word) => heard.push(word));
    events.emit('said', 'a');
    expect(heard).toEqual(['a']);
    expect(errors).toEqual([new Error('deaf')]);
  });
});
