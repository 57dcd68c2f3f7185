import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** An API key taken apart: `spool_<id>_<secret>`. */
export interface ParsedApiKey {
  readonly id: string;
  readonly secret: string;
}

const keyForm = /^spool_([a-z0-9]{1,32})_([A-Za-z0-9_-]{32,128})$/;
const bearer = /^Bearer +([^ ]+) *$/i;
const idBytes = 6;
const secretBytes = 32;

/** Takes a key apart; null for what is no key. */
export const parseApiKey = (text: string): ParsedApiKey | null => {
  const [, id, secret] = keyForm.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
};

/** What an Authorization header brings as a key; null for another kind of credentials. */
export const bearerKey = (authorization: string): string | null => bearer.exec(authorization)?.[1] ?? null;

/** The whole key, as its owner keeps it. */
export const writeApiKey = ({ id, secret }: ParsedApiKey): string => `spool_${id}_${secret}`;

/** A new key with a secret of 256 random bits. */
export const generateApiKey = (): ParsedApiKey => ({
  id: randomBytes(idBytes).toString('hex'),
  secret: randomBytes(secretBytes).toString('hex'),
});

/** What is stored of a secret, of a key or of a session: random secrets need no slow hash. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** Compares a secret with a stored hash in constant time. */
export const secretMatches = (secret: string, storedHash: Buffer): boolean =>
  timingSafeEqual(hashSecret(secret), storedHash);
