import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate and its private key, as files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const openssl = async (...options: string[]): Promise<void> => {
  await run('openssl', options);
};

const filesOf = (directory: string, name: string): Certificate => ({
  cert: path.join(directory, `${name}.pem`),
  key: path.join(directory, `${name}.key`),
});

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const forTwoDays = ['-days', '2'];

/** Makes an authority that signs certificates. */
export const makeAuthority = async (directory: string, name: string): Promise<Certificate> => {
  const files = filesOf(directory, name);
  const subject = ['-subj', `/CN=${name}`];
  await openssl(
    'req',
    '-x509',
    ...newKey,
    ...forTwoDays,
    ...subject,
    '-keyout',
    files.key,
    '-out',
    files.cert,
  );
  return files;
};

/** Makes a certificate for a host, or for a client of that name, signed by an authority. */
export const signCertificate = async (
  directory: string,
  authority: Certificate,
  host: string,
): Promise<Certificate> => {
  const files = filesOf(directory, host);
  const request = path.join(directory, `${host}.csr`);
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  await openssl('req', '-new', ...newKey, ...names, '-keyout', files.key, '-out', request);
  const signer = ['-CA', authority.cert, '-CAkey', authority.key, '-CAcreateserial'];
  const copied = ['-copy_extensions', 'copy'];
  await openssl('x509', '-req', '-in', request, ...signer, ...copied, ...forTwoDays, '-out', files.cert);
  return files;
};

/** Puts a certificate and its key in the place of others. */
export const replaceCertificate = async (old: Certificate, given: Certificate): Promise<void> => {
  await copyFile(given.cert, old.cert);
  await copyFile(given.key, old.key);
};
