import { isNativeError } from 'node:util/types';
import { ConfigError } from '../config/config.js';

const propertyOf = (error: Error, name: string): unknown => Reflect.get(error, name);

/** What to do about a connection that the server refuses for want of TLS, or whose certificate is refused here. */
const adviceOn = (error: Error): string | null => {
  const code = propertyOf(error, 'code');
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return 'It offers no TLS: give it a certificate, or set SPOOL_DATABASE_TLS=off.';
  if (/insecure transport/i.test(error.message))
    return 'It takes encrypted connections alone: set SPOOL_DATABASE_TLS.';
  // What was lost on the way comes under the same code, and passes.
  if (code !== 'HANDSHAKE_SSL_ERROR' || !/certificate/i.test(error.message)) return null;
  if (/altnames|does not match/i.test(error.message))
    return 'Its certificate is for another name: write that name in DATABASE_URL, or set SPOOL_DATABASE_TLS=verify-ca.';
  return 'SPOOL_DATABASE_TLS_CA must hold the authority that signed the certificate of the database.';
};

/** Connections that fail for the sake of TLS, said so that it can be mended; null for any other error. */
export const tlsRefusalOf = (error: unknown): ConfigError | null => {
  if (!isNativeError(error)) return null;
  const advice = adviceOn(error);
  if (advice === null) return null;
  return new ConfigError(
    `The database of DATABASE_URL cannot be spoken to as SPOOL_DATABASE_TLS says: ${error.message.replace(/\.$/, '')}. ${advice}`,
    { cause: error },
  );
};
