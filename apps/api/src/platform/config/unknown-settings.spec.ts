import { describe, expect, it } from '@jest/globals';
import { settings } from './settings.js';
import { unknownSettings } from './unknown-settings.js';

describe('A variable that is no setting', () => {
  it.each([
    ['SPOOL_LOGLEVEL', 'SPOOL_LOG_LEVEL'],
    ['SPOOL_DRAIN_DELAY', 'SPOOL_DRAIN_DELAY_MS'],
    ['SPOOL_TRUSTED_PROXY', 'SPOOL_TRUSTED_PROXIES'],
    ['SPOOL_DATABASE_POOLSIZE', 'SPOOL_DATABASE_POOL_SIZE'],
  ])('is told by name: %s, and that %s is near', (given, meant) => {
    expect(unknownSettings({ [given]: 'x' })).toEqual([
      `${given} is no setting and has no effect; the nearest is ${meant}.`,
    ]);
  });

  it('is not told of when it is another program’s, or a setting', () => {
    const names = Object.values(settings).map(({ name }) => name);
    const others = ['PATH', 'SPOOL_URL', 'SPOOL_TEST_MYSQLD', 'SPOOL_SERVICE_HOST', 'SPOOL_PORT_3000_TCP'];
    expect(unknownSettings(Object.fromEntries([...names, ...others].map((name) => [name, 'x'])))).toEqual([]);
  });
});
