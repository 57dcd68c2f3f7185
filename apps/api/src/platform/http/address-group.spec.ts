import { describe, expect, it } from '@jest/globals';
import { addressGroupOf } from './address-group.js';

describe('What an address counts as', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['no address', 'no address'],
  ])('%s is %s', (address, group) => {
    expect(addressGroupOf(address)).toBe(group);
  });
});
