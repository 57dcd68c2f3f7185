import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

const [mode, ca, cert, key] = [
  'SPOOL_DATABASE_TLS',
  'SPOOL_DATABASE_TLS_CA',
  'SPOOL_DATABASE_TLS_CERT',
  'SPOOL_DATABASE_TLS_KEY',
] as const;

const isAddress = (databaseUrl: string): boolean =>
  URL.canParse(databaseUrl) && isIP(new URL(databaseUrl).hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;

/** What cannot be read is a problem of its setting alone. */
const belongTogether = (certificateFile: string, keyFile: string): boolean => {
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile));
    return certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)));
  } catch {
    return true;
  }
};

const problemsOfPair = (certificateFile: string | undefined, keyFile: string | undefined): string[] => {
  if (certificateFile === undefined && keyFile === undefined) return [];
  if (certificateFile === undefined) return [`${cert} is required with ${key}`];
  if (keyFile === undefined) return [`${key} is required with ${cert}`];
  return belongTogether(certificateFile, keyFile) ? [] : [`${key} is not the key of ${cert}`];
};

/** Says what is wrong with the settings of TLS to the database that are each right alone. */
export const databaseTlsProblems = (textOf: (name: string) => string | undefined): string[] => {
  const chosen = textOf(mode) ?? 'off';
  if (chosen === 'off')
    return [ca, cert, key]
      .filter((name) => textOf(name) !== undefined)
      .map((name) => `${name} needs ${mode}, which is off`);
  return [
    ...(chosen === 'required' && textOf(ca) !== undefined
      ? [`${ca} needs ${mode} verify-ca or verify-identity: "required" does not look at the certificate`]
      : []),
    ...(chosen === 'verify-identity' && isAddress(textOf('DATABASE_URL') ?? '')
      ? [`DATABASE_URL names the host that the certificate is for, no address, with ${mode} verify-identity`]
      : []),
    ...problemsOfPair(textOf(cert), textOf(key)),
  ];
};
