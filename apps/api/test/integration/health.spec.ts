import { describe, expect, it } from '@jest/globals';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool();

describe('Health', () => {
  it('is there for everybody', async () => {
    expect((await spool.callAnonymously('GET', '/health/live')).body).toEqual({ status: 'ok' });
    const ready = await spool.callAnonymously('GET', '/health/ready');
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', migrations: 'ok' } },
    ]);
  });

  it('says which migrations are missing', async () => {
    const name = 'CreateAccessTables1764460800001';
    const rename = (from: string, to: string) =>
      spool.database.write((sql) => sql.change('UPDATE migrations SET name = ? WHERE name = ?', [to, from]));
    await rename(name, 'Other1');
    const { status, body, headers } = await spool.callAnonymously('GET', '/health/ready');
    await rename('Other1', name);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body).toEqual({
      status: 'unavailable',
      checks: { database: 'ok', migrations: `missing: ${name}` },
    });
  });
});

describe('Metrics', () => {
  it('count answers by route and status, and measure the process', async () => {
    await spool.call('GET', '/v1/api-keys');
    const { body, headers } = await spool.call<string>('GET', '/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(body).toMatch(
      /spool_request_duration_seconds_count\{method="GET",route="\/v1\/api-keys",status="200"\} [1-9]/,
    );
    expect(body).toContain('process_resident_memory_bytes');
  });
});
