import { Controller } from '@nestjs/common';
import { routes, type ApiKey } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import type { ApiKeyRecord } from '../store/api-key-store.js';
import { ApiKeysService } from './api-keys.service.js';

const apiKeyOf = (record: ApiKeyRecord): ApiKey => ({
  id: record.id,
  name: record.name,
  scopes: [...record.scopes],
  queues: [...record.queuePatterns],
  createdAt: isoTime(record.createdAtMs),
  expiresAt: isoTimeOrNull(record.expiresAtMs),
  lastUsedAt: isoTimeOrNull(record.lastUsedAtMs),
  previousSecretEndsAt: isoTimeOrNull(record.previousEndsAtMs),
});

/** API keys over REST. */
@Controller()
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Serves(routes.listApiKeys)
  async list({
    query,
    caller,
  }: Call<typeof routes.listApiKeys>): Promise<AnswerOf<typeof routes.listApiKeys>> {
    const { items, nextCursor } = await this.apiKeys.list(query.limit, query.cursor, caller);
    return { items: items.map(apiKeyOf), nextCursor };
  }

  @Serves(routes.createApiKey)
  async create({
    body,
    act,
  }: Call<typeof routes.createApiKey>): Promise<AnswerOf<typeof routes.createApiKey>> {
    const { record, key } = await this.apiKeys.create(body, act);
    return { ...apiKeyOf(record), key };
  }

  @Serves(routes.rotateApiKey)
  async rotate({
    params,
    body,
    act,
  }: Call<typeof routes.rotateApiKey>): Promise<AnswerOf<typeof routes.rotateApiKey>> {
    const { record, key } = await this.apiKeys.rotate(params.id, body.overlapMs, act);
    return { ...apiKeyOf(record), key };
  }

  @Serves(routes.deleteApiKey)
  async revoke({ params, act }: Call<typeof routes.deleteApiKey>): Promise<void> {
    await this.apiKeys.revoke(params.id, act);
  }
}
