import { Injectable } from '@nestjs/common';
import type { NewApiKey, Page } from '@spool/contracts';
import { ApiKeyAccess } from '../platform/auth/api-key-access.js';
import { generateApiKey, hashSecret, writeApiKey } from '../platform/auth/api-key-format.js';
import { coversEveryQueue, type Caller } from '../platform/caller.js';
import { Database } from '../platform/database/database.js';
import { msInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { SpoolError } from '../platform/spool-error.js';
import {
  deleteApiKey,
  findApiKey,
  insertApiKey,
  listApiKeys,
  type ApiKeyPosition,
  type ApiKeyRecord,
} from '../store/api-key-store.js';

const cursorScope = { list: 'api-keys' };
const idInCursor = /^[a-z0-9]{1,32}$/;

const positionOf = (cursor: string | undefined): ApiKeyPosition | null => {
  const [createdAt, id] = readCursor(cursorScope, cursor, [msInCursor, idInCursor]) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAtMs: Number(createdAt), id };
};

const cursorAfter = ({ createdAtMs, id }: ApiKeyRecord): string =>
  writeCursor(cursorScope, [String(createdAtMs), id]);

/** Whoever may make keys could make one for every queue, so only who covers every queue may. */
const requireEveryQueue = (caller: Caller): void => {
  if (coversEveryQueue(caller)) return;
  throw new SpoolError('forbidden', 'API keys are managed with a key that covers every queue ("*").');
};

/** API keys: made, listed, revoked. */
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
  async create(given: NewApiKey, caller: Caller): Promise<{ record: ApiKeyRecord; key: string }> {
    requireEveryQueue(caller);
    const generated = generateApiKey();
    const record = await this.database.write(async (sql) => {
      await insertApiKey(sql, {
        id: generated.id,
        name: given.name,
        secretHash: hashSecret(generated.secret),
        scopes: given.scopes,
        queuePatterns: given.queues,
        expiresAtMs: given.expiresAt ?? null,
      });
      return await findApiKey(sql, generated.id);
    });
    if (record === null) throw new Error(`The key ${generated.id} was not stored.`);
    return { record, key: writeApiKey(generated) };
  }

  /** Revokes a key: at once on this replica, within a second on the others. Throws `not_found`; a key cannot revoke itself. */
  async revoke(id: string, caller: Caller): Promise<void> {
    requireEveryQueue(caller);
    if (caller.name === `key:${id}`) {
      throw new SpoolError('conflict', 'A key cannot revoke itself: use another one, or sign in.');
    }
    const isDeleted = await this.database.write((sql) => deleteApiKey(sql, id));
    this.access.forget(id);
    if (!isDeleted) throw new SpoolError('not_found', `There is no API key "${id}".`);
  }
}
