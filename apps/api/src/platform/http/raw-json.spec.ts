import { describe, expect, it } from '@jest/globals';
import { RawJson, renderJson } from './raw-json.js';

describe('renderJson', () => {
  it.each([
    [null],
    ['quotes " and \\ and \n'],
    [[1, [undefined]]],
    [{ a: undefined, b: 1 }],
    [{ ['__proto__']: 2 }],
  ])('writes %j as JSON.stringify does', (value) => {
    expect(renderJson(value)).toBe(JSON.stringify(value));
  });

  it('writes nothing as null', () => {
    expect(renderJson(undefined)).toBe('null');
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

  it('copies a raw part that is the whole', () => {
    expect(renderJson(new RawJson('{"openapi": "3.1"}'))).toBe('{"openapi": "3.1"}');
  });

  it('keeps many raw parts in order', () => {
    const tasks = Array.from({ length: 500 }, (_, index) => ({ payload: new RawJson(`${index}`) }));
    expect(JSON.parse(renderJson({ tasks }))).toEqual({ tasks: tasks.map((_, payload) => ({ payload })) });
  });

  it('goes on after a failure as if nothing had happened', () => {
    expect(() => renderJson({ payload: new RawJson('1'), id: 1n })).toThrow(TypeError);
    expect(renderJson({ payload: new RawJson('2') })).toBe('{"payload":2}');
  });

  it('refuses a bigint, which would lose digits elsewhere', () => {
    expect(() => renderJson({ id: 1n })).toThrow(TypeError);
  });
});

describe('RawJson', () => {
  it('is its value where something else writes it', () => {
    expect(JSON.stringify({ payload: new RawJson('{ "a": 1 }') })).toBe('{"payload":{"a":1}}');
  });
});
