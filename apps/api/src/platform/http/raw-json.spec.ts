import { describe, expect, it } from '@jest/globals';
import { RawJson, renderJson } from './raw-json.js';

describe('renderJson', () => {
  it.each([
    [null],
    [true],
    [0],
    [-1.5e300],
    [''],
    ['plain'],
    ['quotes " and \\ and \n and \u2028 and 😀'],
    ['a lone surrogate \uD800'],
    ['\u007f'],
    ['x'.repeat(1_000)],
    [[]],
    [[1, [2, [undefined]]]],
    [{}],
    [{ a: undefined, b: 1, c: { d: undefined } }],
    [{ 'a key "quoted"': 1, ['__proto__']: 2 }],
    [[() => 1, Symbol('x'), NaN, Infinity]],
  ])('writes %j as JSON.stringify does', (value) => {
    expect(renderJson(value)).toBe(JSON.stringify(value));
  });

  it('copies raw parts as they stand', () => {
    const payload = new RawJson('{"z": 1, "a":[ 1e400 ]}');
    expect(renderJson({ id: '1', payload, tasks: [payload, null] })).toBe(
      '{"id":"1","payload":{"z": 1, "a":[ 1e400 ]},"tasks":[{"z": 1, "a":[ 1e400 ]},null]}',
    );
  });

  it('leaves out the comma after a member that is left out', () => {
    expect(renderJson({ first: undefined, second: new RawJson('2') })).toBe('{"second":2}');
  });

  it('refuses a bigint, which would lose digits elsewhere', () => {
    expect(() => renderJson({ id: 1n })).toThrow(TypeError);
  });
});
