import { describe, expect, it } from '@jest/globals';
import { checkRedactionPath } from './redaction-path.js';
import { Redaction, redactionMark as mark } from './redaction.js';

const redacted = (paths: string[], value: unknown): unknown =>
  JSON.parse(new Redaction(paths).redact(JSON.stringify(value)));

const restored = async (paths: string[], edited: unknown, original: unknown): Promise<unknown> =>
  JSON.parse(
    await new Redaction(paths).restore(JSON.stringify(edited), async () => JSON.stringify(original)),
  );

describe('Redacted paths', () => {
  it.each<[string, unknown, unknown]>([
    ['/card/number', { card: { number: '4111', name: 'Ann' } }, { card: { number: mark, name: 'Ann' } }],
    ['/card', { card: { number: '4111' } }, { card: mark }],
    [
      '/*/secret',
      { a: { secret: 1 }, b: { secret: [2] }, secret: 3 },
      { a: { secret: mark }, b: { secret: mark }, secret: 3 },
    ],
    ['/items/*/iban', { items: [{ iban: 'x' }, { other: 1 }] }, { items: [{ iban: mark }, { other: 1 }] }],
    ['/items/1', { items: ['a', 'b'] }, { items: ['a', mark] }],
    [
      '/**/password',
      { password: 1, deep: [{ er: { password: 2 } }] },
      { password: mark, deep: [{ er: { password: mark } }] },
    ],
    ['/a/**/b', { a: { b: 1, c: { b: 2 } }, b: 3 }, { a: { b: mark, c: { b: mark } }, b: 3 }],
    ['/a~1b/c~0d', { 'a/b': { 'c~d': 1 } }, { 'a/b': { 'c~d': mark } }],
    ['/length', [1, 2], [1, 2]],
    ['/card/number', 'a text', 'a text'],
    ['/card/number', { card: null }, { card: null }],
    ['/*', [1, { a: 2 }], [mark, mark]],
  ])('%s of %j', (path, value, expected) => {
    expect(redacted([path], value)).toEqual(expected);
  });

  it('reach a member called __proto__, and pollute nothing', async () => {
    const text = '{"__proto__":{"secret":1},"a":{"__proto__":2}}';
    const redaction = new Redaction(['/__proto__/secret', '/a/__proto__']);
    expect(redaction.redact(text)).toBe(`{"__proto__":{"secret":"${mark}"},"a":{"__proto__":"${mark}"}}`);
    expect(await redaction.restore(redaction.redact(text), async () => text)).toBe(text);
    expect(Reflect.get({}, 'secret')).toBeUndefined();
  });

  it('that are not set leave every text as it stands', async () => {
    expect(new Redaction([]).redact('{ "a":1 }')).toBe('{ "a":1 }');
    expect(await new Redaction([]).restore(`"${mark}"`, async () => 'null')).toBe(`"${mark}"`);
  });

  it.each(['card', '', '/a/**', '/a~2', '~', '/**'])('cannot be %j', (path) => {
    expect(checkRedactionPath(path)).not.toBeNull();
  });

  it.each(['/a', '/', '/*/secret', '/**/password', '/a~0b/c~1d'])('can be %j', (path) => {
    expect(checkRedactionPath(path)).toBeNull();
  });
});

describe('An edited payload', () => {
  const paths = ['/card/number', '/items/*/iban'];
  const original = { card: { number: '4111' }, items: [{ iban: 'x' }, { iban: 'y' }], note: 'old' };

  it('gets the hidden values back where their marks still stand', async () => {
    const edited = { ...JSON.parse(new Redaction(paths).redact(JSON.stringify(original))), note: 'new' };
    expect(await restored(paths, edited, original)).toEqual({ ...original, note: 'new' });
  });

  it('may replace a hidden value, or leave it out', async () => {
    const edited = { card: { number: '5500' }, items: [{ iban: mark }], note: 'old' };
    expect(await restored(paths, edited, original)).toEqual({ ...edited, items: [{ iban: 'x' }] });
  });

  it.each<[string, unknown]>([
    ['/payload/note', { note: mark }],
    ['/payload/items/2/iban', { items: [{ iban: mark }, { iban: mark }, { iban: mark }] }],
    ['/payload', mark],
  ])('is refused with a mark at %s, which stands for nothing', async (place, edited) => {
    await expect(restored(paths, edited, original)).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ path: place }] },
    });
  });

  it('keeps to its limit with the hidden values back', async () => {
    const large = { card: { number: 'x'.repeat(200 * 1024) }, note: '' };
    const edited = { card: { number: mark }, note: 'y'.repeat(100 * 1024) };
    await expect(restored(paths, edited, large)).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});
