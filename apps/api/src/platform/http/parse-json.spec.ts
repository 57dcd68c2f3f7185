import { describe, expect, it } from '@jest/globals';
import { SpoolError } from '../spool-error.js';
import { parseJson } from './parse-json.js';

const refusalOf = (body: Buffer): string => {
  try {
    parseJson(body);
  } catch (error) {
    if (error instanceof SpoolError && error.code === 'validation_failed') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('parseJson', () => {
  it('reads values, and nothing as undefined', () => {
    expect(parseJson(Buffer.from('{"a":[1,"ü"]}'))).toEqual({ a: [1, 'ü'] });
    expect(parseJson(Buffer.from('null'))).toBeNull();
    expect(parseJson(Buffer.alloc(0))).toBeUndefined();
  });

  it('keeps __proto__ and constructor as keys like any other, and pollutes nothing', () => {
    const value = parseJson(Buffer.from('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('says where the text stops being JSON, without repeating it', () => {
    const message = refusalOf(Buffer.from('{"secret": nope}'));
    expect(message).toMatch(/^The body is not valid JSON( \(at position [0-9]+\))?\.$/);
  });

  it.each([
    ['a byte order mark', Buffer.from('\uFEFF{}'), 'byte order mark'],
    ['broken UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'not UTF-8'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'not valid JSON'],
    ['blanks alone', Buffer.from('  '), 'not valid JSON'],
  ])('refuses %s', (_, body, reason) => {
    expect(refusalOf(body)).toContain(reason);
  });
});
