import { createPrivateKey, X509Certificate } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { parseApiKey } from '../auth/api-key-format.js';

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Says what is wrong with a database address, or nothing. */
export const checkDatabaseUrl = (text: string): string | null => {
  const url = parseUrl(text);
  if (url?.protocol === 'mysql:' && url.hostname !== '' && /^\/[^/]+$/.test(url.pathname)) return null;
  return 'is required: mysql://user:password@host:port/name';
};

/** Says what is wrong with the address under which users reach the service, or nothing. */
export const checkPublicUrl = (text: string): string | null => {
  const url = parseUrl(text);
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (isOrigin && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '') return null;
  return 'is an http or https address without a path, such as https://spool.example';
};

const loopbackHost = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/** Whether what is sent to an address cannot be read on the way: by HTTPS, or on this machine. */
export const isSecureOrigin = (text: string): boolean => {
  const url = parseUrl(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHost.test(url.hostname));
};

/** Says what is wrong with the issuer of an identity provider, or nothing. */
export const checkIssuer = (text: string): string | null => {
  const url = parseUrl(text);
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '';
  return isPlain && isSecureOrigin(text) ? null : 'is an https address, such as https://login.example/realm';
};

const prefixLengthLimit = { 4: 32, 6: 128 };

const isAddressRange = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (rest.length > 0 || (family !== 4 && family !== 6)) return false;
  if (prefix === undefined) return true;
  if (!/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > prefixLengthLimit[family]) return false;
  new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  return true;
};

/** Says what is wrong with the address or network of a proxy, or nothing. */
export const checkProxy = (text: string): string | null =>
  isAddressRange(text) ? null : 'is a comma-separated list of addresses and networks, such as 10.0.0.0/8';

/** Says what is wrong with a chosen API key, or nothing. */
export const checkApiKey = (text: string): string | null =>
  parseApiKey(text) === null
    ? 'has the form spool_<id>_<secret>: an id of 1 to 32 characters a-z and 0-9, a secret of 32 to 128 of A-Z, a-z, 0-9, - and _'
    : null;

/** Says what is wrong with a chosen password, or nothing. */
export const checkPassword = (text: string): string | null =>
  text.length >= 8 && text.length <= 1_000 ? null : 'has 8 to 1000 characters';

/** Says what is wrong with the address of another service, or nothing. */
export const checkHttpAddress = (text: string): string | null => {
  const protocol = parseUrl(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:'
    ? null
    : 'is an http or https address, such as http://collector.example:4318';
};

const isReadBy = (read: (content: string) => unknown, content: string): boolean => {
  try {
    read(content);
    return true;
  } catch {
    return false;
  }
};

/** Says what is wrong with the content of a file of certificates, or nothing. */
export const checkCertificates = (content: string): string | null =>
  isReadBy((pem) => new X509Certificate(pem), content) ? null : 'is a file of certificates in PEM';

/** Says what is wrong with the content of a file with a private key, or nothing. */
export const checkPrivateKey = (content: string): string | null =>
  isReadBy(createPrivateKey, content) ? null : 'is a file with a private key in PEM, without a passphrase';

/** Says what is wrong with a part of a whole, or nothing. */
export const checkRatio = (text: string): string | null =>
  /^(0(\.[0-9]+)?|1(\.0+)?)$/.test(text) ? null : 'is a number from 0 to 1, such as 0.1';
