import { checkCertificates, checkPrivateKey } from './checks.js';
import { choiceSetting, fileSetting } from './setting.js';

/** How the connections to the database are protected. */
export const databaseTlsSettings = {
  databaseTls: choiceSetting({
    name: 'SPOOL_DATABASE_TLS',
    meaning: 'Whether connections to the database are encrypted, and what its certificate must show',
    choices: ['off', 'required', 'verify-ca', 'verify-identity'],
    fallback: 'off',
  }),
  databaseTlsCa: fileSetting({
    name: 'SPOOL_DATABASE_TLS_CA',
    meaning:
      'Authorities that the certificate of the database must come from; else those that Node.js trusts',
    range: 'a PEM file',
    check: checkCertificates,
  }),
  databaseTlsCert: fileSetting({
    name: 'SPOOL_DATABASE_TLS_CERT',
    meaning: 'Certificate with which Spool shows the database who it is',
    range: 'a PEM file',
    check: checkCertificates,
  }),
  databaseTlsKey: fileSetting({
    name: 'SPOOL_DATABASE_TLS_KEY',
    meaning: 'Private key of that certificate, without a passphrase',
    range: 'a PEM file',
    check: checkPrivateKey,
  }),
};
