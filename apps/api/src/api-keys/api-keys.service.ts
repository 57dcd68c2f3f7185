import { Injectable } from '@nestjs/common';
import type { NewApiKey, Page } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { ApiKeyAccess } from '../platform/auth/api-key-access.js';
import { generateApiKey, hashSecret, writeApiKey } from '../platform/auth/api-key-format.js';
import { requireEveryQueue } from '../platform/auth/authorize.js';
import type { Caller } from '../platform/caller.js';
import { Database } from '../platform/database/database.js';
import { msInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError } from '../platform/spool-error.js';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import {
  deleteApiKey,
  findApiKey,
  insertApiKey,
  listApiKeys,
  lockApiKey,
  storeNewSecret,
  type ApiKeyPosition,
  type ApiKeyRecord,
} from '../store/api-key-store.js';
import { recordAct } from '../store/audit-log-store.js';

const cursorScope = { list: 'api-keys' };
const idInCursor = /^[a-z0-9]{1,32}$/;

const positionOf = (cursor: string | undefined): ApiKeyPosition | null => {
  const [createdAt, id] = readCursor(cursorScope, cursor, [msInCursor, idInCursor]) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAtMs: Number(createdAt), id };
};

const cursorAfter = ({ createdAtMs, id }: ApiKeyRecord): string =>
  writeCursor(cursorScope, [String(createdAtMs), id]);

const keyNotFound = (id: string): SpoolError => new SpoolError('not_found', `There is no API key "${id}".`);

/** What the audit log shows of a key. */
const factsOf = ({ name, scopes, queuePatterns, expiresAtMs }: ApiKeyRecord) => ({
  name,
  scopes,
  queues: queuePatterns,
  expiresAt: isoTimeOrNull(expiresAtMs),
});

/** API keys: made, listed, given another secret, revoked. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly access: ApiKeyAccess,
  ) {}

  /** Keys, newest first, expired ones too. */
  async list(limit: number, cursor: string | undefined, caller: Caller): Promise<Page<ApiKeyRecord>> {
    requireEveryQueue(caller);
    const after = positionOf(cursor);
    const rows = await this.database.read((sql) => listApiKeys(sql, after, limit + 1));
    return pageOfRows(rows, limit, (row) => row, cursorAfter);
  }

  /** Makes a key; the text that it returns is the only trace of its secret. */
  async create(given: NewApiKey, act: Act): Promise<{ record: ApiKeyRecord; key: string }> {
    requireEveryQueue(act.caller);
    const generated = generateApiKey();
    const { id } = generated;
    const record = await this.database.write(async (sql) => {
      await insertApiKey(sql, {
        id,
        name: given.name,
        secretHash: hashSecret(generated.secret),
        scopes: given.scopes,
        queuePatterns: given.queues,
        expiresAtMs: given.expiresAt ?? null,
      });
      const made = await findAgain(sql, id);
      recordAct(sql, act, { target: { type: 'api-key', id }, after: factsOf(made) });
      return made;
    });
    return { record, key: writeApiKey(generated) };
  }

  /**
   * Gives a key another secret; the old one works for `overlapMs` more, so that there are two at most. Throws
   * `not_found`, or `conflict` while there are two, unless both are to end now.
   */
  async rotate(id: string, overlapMs: number, act: Act): Promise<{ record: ApiKeyRecord; key: string }> {
    requireEveryQueue(act.caller);
    const { secret } = generateApiKey();
    const record = await this.database.write(async (sql) => {
      const before = await lockApiKey(sql, id);
      if (before === null) throw keyNotFound(id);
      requireOneSecret(before, overlapMs);
      await storeNewSecret(sql, id, { secretHash: hashSecret(secret), overlapMs });
      const after = await findAgain(sql, id);
      recordAct(sql, act, {
        target: { type: 'api-key', id },
        after: { name: after.name, previousSecretEndsAt: isoTimeOrNull(after.previousEndsAtMs) },
      });
      return after;
    });
    this.access.forget(id);
    return { record, key: writeApiKey({ id, secret }) };
  }

  /** Revokes a key: at once on this replica, within a second on the others. Throws `not_found`; a key cannot revoke itself. */
  async revoke(id: string, act: Act): Promise<void> {
    requireEveryQueue(act.caller);
    if (act.caller.name === `key:${id}`) {
      throw new SpoolError('conflict', 'A key cannot revoke itself: use another one, or sign in.');
    }
    await this.database.write(async (sql) => {
      const before = await lockApiKey(sql, id);
      if (before === null) throw keyNotFound(id);
      await deleteApiKey(sql, id);
      recordAct(sql, act, { target: { type: 'api-key', id }, before: factsOf(before) });
    });
    this.access.forget(id);
  }
}

const findAgain = async (sql: Sql, id: string): Promise<ApiKeyRecord> => {
  const record = await findApiKey(sql, id);
  if (record === null) throw new Error(`The key ${id} was not stored.`);
  return record;
};

const requireOneSecret = ({ previousEndsAtMs }: ApiKeyRecord, overlapMs: number): void => {
  if (previousEndsAtMs === null || overlapMs === 0) return;
  throw new SpoolError(
    'conflict',
    `This key has two secrets until ${isoTime(previousEndsAtMs)}: rotate it after that, ` +
      'or with "overlapMs" 0, which ends both now.',
  );
};
