import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { findApiKey, touchApiKey, type ApiKeyRecord } from '../../store/api-key-store.js';
import { UrgentDatabase } from '../database/urgent-database.js';
import { LOGGER } from '../logging/logger.js';
import type { ApiKeySource } from './api-key-access.js';

/** The API keys in the database. */
@Injectable()
export class StoredApiKeys implements ApiKeySource {
  constructor(
    private readonly database: UrgentDatabase,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async find(id: string): Promise<ApiKeyRecord | null> {
    return await this.database.read((sql) => findApiKey(sql, id));
  }

  noteUse(id: string): void {
    this.database
      .write((sql) => touchApiKey(sql, id))
      .catch((error: unknown) =>
        this.logger.warn({ err: error, apiKey: id }, 'The use of a key was not noted'),
      );
  }
}
