import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { leaseSlotOf, threadKeyOf } from './thread-key.js';

const topBitOf = (hex: string): number => Number.parseInt(hex.slice(0, 2), 16) >> 7;

describe('threadKeyOf', () => {
  it('cuts the SHA-256 of scope and id to 16 bytes, with the top bit 1', () => {
    const hash = createHash('sha256').update('0\0customer-42').digest('hex').slice(0, 32);
    const key = threadKeyOf(0, 'customer-42');
    expect(key).toMatch(/^[89a-f][0-9a-f]{31}$/);
    expect(key.slice(2)).toBe(hash.slice(2));
  });

  it('tells ids apart byte by byte', () => {
    const ids = ['Order-1', 'order-1', 'order-1 ', 'order-1\u00a0', 'órder-1', 'o\u0301rder-1'];
    expect(new Set(ids.map((id) => threadKeyOf(0, id))).size).toBe(ids.length);
  });

  it('tells scopes apart, also where scope and id written together are alike', () => {
    expect(threadKeyOf(1, '2')).not.toBe(threadKeyOf(12, ''));
    expect(threadKeyOf(0, 'a')).not.toBe(threadKeyOf(7, 'a'));
  });
});

describe('leaseSlotOf', () => {
  it('is the thread’s key for a member: one slot for all of them', () => {
    const key = threadKeyOf(0, 'customer-42');
    expect(leaseSlotOf('1', key)).toBe(key);
    expect(leaseSlotOf('2', key)).toBe(key);
  });

  it('is a free task’s own id, which no thread’s key can be', () => {
    expect(leaseSlotOf('255', null)).toBe('000000000000000000000000000000ff');
    for (const id of ['1', '9223372036854775807']) {
      expect(leaseSlotOf(id, null)).toHaveLength(32);
      expect(topBitOf(leaseSlotOf(id, null))).toBe(0);
    }
    expect(topBitOf(threadKeyOf(0, 'anything'))).toBe(1);
  });
});
