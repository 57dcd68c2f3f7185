import { describe, expect, it } from '@jest/globals';
import { elementsOf, linesOf, type InputItem } from './input-items.js';

/** A file that comes in pieces of so many bytes. */
async function* pieces(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const all = async (items: AsyncIterable<InputItem>): Promise<InputItem[]> => {
  const found: InputItem[] = [];
  for await (const item of items) found.push(item);
  return found;
};

describe('the lines of a file', () => {
  it('are found with their numbers, wherever the file is cut', async () => {
    const lines = [
      { number: 1, text: '{"é":"注"}\r' },
      { number: 3, text: '2' },
      { number: 4, text: '"last"' },
    ];
    for (const size of [1, 2, 3, 7, 1_000])
      expect(await all(linesOf(pieces('{"é":"注"}\r\n\n2\n"last"', size)))).toEqual(lines);
  });

  it('are refused where they are not UTF-8, or do not end', async () => {
    await expect(all(linesOf(pieces(new Uint8Array([0x31, 0x0a, 0xc3, 0x28]), 2)))).rejects.toMatchObject({
      number: 2,
      message: 'It is not UTF-8.',
    });
    await expect(all(linesOf(pieces('x'.repeat(5 * 1024 * 1024), 1 << 16)))).rejects.toMatchObject({
      number: 1,
      message: expect.stringContaining('longer than 4 MiB'),
    });
  });
});

describe('the elements of an array', () => {
  const texts = async (content: string, size: number) =>
    (await all(elementsOf(pieces(content, size)))).map(({ text }) => text.trim());

  it('are found wherever the file is cut', async () => {
    const content = ' [ {"a":"],[\\"}"}, [1,[2]],\n"x\\\\" ,null ]\n';
    for (const size of [1, 2, 5, 1_000])
      expect(await texts(content, size)).toEqual(['{"a":"],[\\"}"}', '[1,[2]]', '"x\\\\"', 'null']);
    expect(await texts('[]', 1)).toEqual([]);
    expect(await texts('[ ]\n', 1)).toEqual([]);
  });

  it.each([
    ['{"a":1}', 'not one JSON array'],
    ['[1] 2', 'not one JSON array'],
    ['[1][2]', 'not one JSON array'],
    ['', 'not one JSON array'],
    ['[1, 2', 'does not end'],
    ['["a', 'does not end'],
  ])('refuses %s', async (content, message) => {
    await expect(texts(content, 3)).rejects.toThrow(message);
  });

  it('leaves a missing element to the parser', async () => {
    expect(await texts('[1,,2]', 10)).toEqual(['1', '', '2']);
    expect(await texts('[1,]', 10)).toEqual(['1', '']);
  });
});
