import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters that OWASP recommends: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const passwordBytes = 18;

/** A password's hash for storing. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/** A random password of 24 characters. */
export const generatePassword = (): string => randomBytes(passwordBytes).toString('base64url');

let hashOfNobody: Promise<string> | undefined;

/**
 * Whether a password belongs to a stored hash. Without a hash (an unknown user) it takes the same time and is
 * false, so that nobody learns which users exist.
 */
export const passwordMatches = async (password: string, storedHash: string | null): Promise<boolean> => {
  hashOfNobody ??= hashPassword(generatePassword());
  const matches = await verify(storedHash ?? (await hashOfNobody), password);
  return storedHash !== null && matches;
};
