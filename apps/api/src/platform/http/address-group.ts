import { isIPv6 } from 'node:net';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const networkGroups = 4;
const allGroups = 8;

/**
 * What an address counts as where callers are limited by address: an IPv4 address as itself, an IPv6 address as its /64
 * network, for whoever has one address of it has them all.
 */
export const addressGroupOf = (address: string): string => {
  const [, ipv4] = mappedIpv4.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const first = before.split(':').filter((group) => group !== '');
  const last = (after ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: allGroups - first.length - last.length }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, networkGroups);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
