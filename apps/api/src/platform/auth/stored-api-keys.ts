import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { findApiKeys, touchApiKey, type ApiKeyRecord } from '../../store/api-key-store.js';
import { UrgentDatabase } from '../database/urgent-database.js';
import { Lane } from '../lane.js';
import { LOGGER } from '../logging/logger.js';
import type { ApiKeySource } from './api-key-access.js';

/** So many keys are looked up by one statement. */
const keysAtOnce = 200;

/**
 * The API keys in the database. Look-ups that come while one is under way share the next: strangers who make up keys by
 * the hundred take one connection, not all that credentials and keepalives have.
 */
@Injectable()
export class StoredApiKeys implements ApiKeySource {
  private readonly lookUps = new Lane((ids: readonly string[]) => this.findAll(ids), {
    sizeOf: () => 1,
    batchSize: keysAtOnce,
    batchesAtOnce: 1,
    largeBatchesAtOnce: 1,
    mayRepeat: () => false,
  });

  constructor(
    private readonly database: UrgentDatabase,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(id: string): Promise<ApiKeyRecord | null> {
    return this.lookUps.submit(id);
  }

  noteUse(id: string): void {
    this.database
      .write((sql) => touchApiKey(sql, id))
      .catch((error: unknown) =>
        this.logger.warn({ err: error, apiKey: id }, 'The use of a key was not noted'),
      );
  }

  private async findAll(ids: readonly string[]): Promise<(ApiKeyRecord | null)[]> {
    const found = await this.database.read((sql) => findApiKeys(sql, ids));
    return ids.map((id) => found.get(id) ?? null);
  }
}
