import type { Sql } from '../platform/database/sql.js';

/** A sign-in at the identity provider that has begun: what the provider's answer must fit, and where to go then. */
export interface ProviderSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** A path of the console. */
  readonly returnTo: string;
}

interface SignInRow {
  state: string;
  nonce: string;
  verifier: string;
  return_to: Buffer;
}

/** How long the operator has at the provider. */
export const providerSignInSeconds = 600;

const insert = `
  INSERT INTO provider_sign_ins (token_hash, state, nonce, verifier, return_to, expires_at)
  VALUES (?, ?, ?, ?, ?, NOW(3) + INTERVAL ${providerSignInSeconds} SECOND)`;
const selectCurrent = `
  SELECT state, nonce, verifier, return_to FROM provider_sign_ins
  WHERE token_hash = ? AND expires_at > NOW(3) FOR UPDATE`;
const deleteOne = 'DELETE FROM provider_sign_ins WHERE token_hash = ?';
const deleteExpired =
  'DELETE FROM provider_sign_ins WHERE expires_at <= NOW(3) ORDER BY expires_at LIMIT 100';

/** Stores a sign-in that begins now, and removes some that nobody finished in time. */
export const insertProviderSignIn = async (
  sql: Sql,
  tokenHash: Buffer,
  { state, nonce, verifier, returnTo }: ProviderSignIn,
): Promise<void> => {
  await sql.change(deleteExpired);
  await sql.change(insert, [tokenHash, state, nonce, verifier, Buffer.from(returnTo, 'utf8')]);
};

/** Takes a sign-in out, so that it serves once, on whichever replica; null when it has expired or was taken. */
export const takeProviderSignIn = async (sql: Sql, tokenHash: Buffer): Promise<ProviderSignIn | null> => {
  const [row] = await sql.rows<SignInRow>(selectCurrent, [tokenHash]);
  await sql.change(deleteOne, [tokenHash]);
  if (row === undefined) return null;
  const { state, nonce, verifier, return_to: returnTo } = row;
  return { state, nonce, verifier, returnTo: returnTo.toString('utf8') };
};
