import { describe, expect, it } from '@jest/globals';
import { troubleOf } from './database-error.js';
import { tlsRefusalOf } from './tls-refusal.js';

const errorOf = (message: string, facts: object): Error => Object.assign(new Error(message), facts);

const noTls = errorOf('Server does not support secure connection', { code: 'HANDSHAKE_NO_SSL_SUPPORT' });
const tlsAlone = errorOf('Connections using insecure transport are prohibited', { errno: 3159 });
const ofHandshake = (message: string): Error => errorOf(message, { code: 'HANDSHAKE_SSL_ERROR' });
const stranger = ofHandshake('self-signed certificate in certificate chain');
const otherName = ofHandshake(
  "Hostname/IP does not match certificate's altnames: Host: a. is not cert's CN: b",
);
const lost = errorOf('read ECONNRESET', { code: 'HANDSHAKE_SSL_ERROR', syscall: 'read', errno: -104 });

describe('A connection that TLS keeps from being made', () => {
  it.each([
    [noTls, 'set SPOOL_DATABASE_TLS=off'],
    [tlsAlone, 'set SPOOL_DATABASE_TLS.'],
    [stranger, 'SPOOL_DATABASE_TLS_CA must hold'],
    [otherName, 'write that name in DATABASE_URL'],
  ])('is told with what to do: %s', (error, advice) => {
    const refusal = tlsRefusalOf(error);
    expect(refusal?.message).toContain(error.message);
    expect(refusal?.message).toContain(advice);
    expect(refusal?.cause).toBe(error);
  });

  it.each([noTls, tlsAlone, stranger, otherName, lost])(
    'leaves a running replica to try again: %s',
    (error) => {
      expect(troubleOf(error)).toBe('unreachable');
    },
  );

  it.each([
    lost,
    errorOf('connect ECONNREFUSED', { code: 'ECONNREFUSED' }),
    new Error('certificate'),
    'text',
  ])('is nothing else: %s', (error) => {
    expect(tlsRefusalOf(error)).toBeNull();
  });
});
