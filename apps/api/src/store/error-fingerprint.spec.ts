import { describe, expect, it } from '@jest/globals';
import { limits } from '@spool/contracts';
import { fingerprintOf, normalisedMessage, type ErrorTraits } from './error-fingerprint.js';

const groupOf = (traits: Partial<ErrorTraits>): string =>
  fingerprintOf({ queue: 'orders', type: 'Error', message: 'broken', stack: null, ...traits });

describe('A normalised message', () => {
  it.each([
    ['Order 17 has 3 items', 'Order # has # items'],
    ['took 1,234.5 ms at 10:02:11', 'took # ms at #'],
    ['No user 0b9c1b4e-7a51-4f0e-9f5e-0123456789AB', 'No user #'],
    ['Fault at 0x7ffe12 near 0xab', 'Fault at # near #'],
    ['Object 507f1f77bcf86cd799439011 is gone', 'Object # is gone'],
    ['No customer cus_9s6XKzkNRiz8i3', 'No customer #'],
    ['No column "name" in `users`', 'No column # in #'],
    ["Can't open file '/tmp/a b' for 'x'", "Can't open file # for #"],
    ['HTTP503 from shard7', 'HTTP# from shard#'],
    ['the facade was defaced', 'the facade was defaced'],
    ['broken\nat noon', 'broken'],
    ['', ''],
  ])('of %j is %j', (message, normalised) => {
    expect(normalisedMessage(message)).toBe(normalised);
  });

  const longest = limits.errorMessageBytes;
  it.each([
    ['digits', '1'.repeat(longest)],
    ['digits and points', '1.'.repeat(longest / 2)],
    ['hexadecimal digits', 'a1'.repeat(longest / 2)],
    ['hyphens between hexadecimal digits', 'deadbeef-'.repeat(longest / 9)],
    ['opening quotes', `"'\``.repeat(longest / 3)],
    ['apostrophes within words', `a'`.repeat(longest / 2)],
    ['quotes that nobody closes', `'${' '.repeat(longest - 1)}`],
    ['blanks', ' '.repeat(longest)],
    ['underscores', '_'.repeat(longest)],
    ['letters of another script', '你'.repeat(longest / 3)],
    ['halves of characters', '\ud800'.repeat(longest / 3)],
  ])('of nothing but %s is found at once', (_, message) => {
    const startedAt = performance.now();
    for (let turn = 0; turn < 20; turn += 1) groupOf({ message, type: message, stack: message });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('The group of errors alike', () => {
  it('is 16 hexadecimal digits', () => {
    expect(groupOf({})).toMatch(/^[0-9a-f]{16}$/);
  });

  it('tells queues, types, messages and top frames apart', () => {
    const frame = (name: string) => `Error\n    at ${name} (a.js:1:2)\n    at main (b.js:3:4)`;
    const groups = [
      groupOf({}),
      groupOf({ queue: 'invoices' }),
      groupOf({ type: null }),
      groupOf({ message: 'late' }),
      groupOf({ stack: frame('send') }),
      groupOf({ stack: frame('parse') }),
    ];
    expect(new Set(groups).size).toBe(groups.length);
  });

  it('tells neither lines nor lower frames apart', () => {
    const stack = (line: number, caller: string) =>
      `Error\n    at send (a.js:${line}:2)\n    at ${caller} (b.js:3:4)`;
    expect(groupOf({ stack: stack(1, 'main') })).toBe(groupOf({ stack: stack(99, 'test') }));
  });

  it('goes by the innermost frame of Python, which is the last', () => {
    const stack = (inner: string) =>
      `Traceback:\n  File "main.py", line 3, in main\n  File "${inner}", line 9, in f`;
    expect(groupOf({ stack: stack('a.py') })).not.toBe(groupOf({ stack: stack('b.py') }));
  });
});
