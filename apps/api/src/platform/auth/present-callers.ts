import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { findApiKeys, type ApiKeyRecord } from '../../store/api-key-store.js';
import { findSessions, type SessionRecord } from '../../store/session-store.js';
import type { Caller } from '../caller.js';
import { UrgentDatabase } from '../database/urgent-database.js';
import { ApiKeyAccess } from './api-key-access.js';
import { bearerKey, hashSecret, parseApiKey, type ParsedApiKey } from './api-key-format.js';
import { operatorCaller } from './roles.js';
import { readSessionToken } from './session-cookie.js';

/** What a request shows of who makes it. */
type Credential = { readonly key: ParsedApiKey } | { readonly sessionHash: string };

const credentialOf = ({ headers: { authorization, cookie } }: FastifyRequest): Credential | null => {
  if (authorization !== undefined) {
    const key = parseApiKey(bearerKey(authorization) ?? '');
    return key === null ? null : { key };
  }
  const token = readSessionToken(cookie);
  return token === null ? null : { sessionHash: hashSecret(token).toString('hex') };
};

interface Read {
  readonly keys: ReadonlyMap<string, ApiKeyRecord>;
  readonly sessions: ReadonlyMap<string, SessionRecord>;
}

/** Tells who makes requests that stay open, as of now and not of up to a second ago. */
@Injectable()
export class PresentCallers {
  constructor(
    @Inject(UrgentDatabase) private readonly database: Pick<UrgentDatabase, 'read'>,
    private readonly apiKeys: ApiKeyAccess,
  ) {}

  /**
   * The callers of requests, in their order: null for one whose key was revoked or has expired, or whose session has
   * ended, which this does not prolong. Two statements at most, however many they are.
   */
  async of(requests: readonly FastifyRequest[]): Promise<(Caller | null)[]> {
    const credentials = requests.map(credentialOf);
    const read = await this.read(credentials.filter((credential) => credential !== null));
    return credentials.map((credential) => (credential === null ? null : this.callerOf(credential, read)));
  }

  private async read(credentials: readonly Credential[]): Promise<Read> {
    const keyIds = new Set(
      credentials.flatMap((credential) => ('key' in credential ? credential.key.id : [])),
    );
    const hashes = new Set(
      credentials.flatMap((credential) => ('key' in credential ? [] : credential.sessionHash)),
    );
    return await this.database.read(async (sql) => {
      const [keys, sessions] = await Promise.all([
        keyIds.size === 0 ? new Map<string, ApiKeyRecord>() : findApiKeys(sql, [...keyIds]),
        hashes.size === 0 ? new Map<string, SessionRecord>() : findSessions(sql, [...hashes]),
      ]);
      return { keys, sessions };
    });
  }

  private callerOf(credential: Credential, { keys, sessions }: Read): Caller | null {
    if ('key' in credential) {
      const record = keys.get(credential.key.id);
      return record === undefined ? null : this.apiKeys.callerBy(record, credential.key.secret);
    }
    const session = sessions.get(credential.sessionHash);
    return session === undefined ? null : operatorCaller(session.operator);
  }
}
