import { jest } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { createApplication, type SpoolApplication } from '../../src/create-application.js';
import { StoredApiKeys } from '../../src/platform/auth/stored-api-keys.js';
import { callerOf, type Call } from '@spool/test-bed/caller.js';
import { FaultProxy } from '@spool/test-bed/fault-proxy.js';
import type { TestSpool } from './spool.js';

/** A replica whose way to the database can be cut. */
export interface FaultyReplica {
  readonly url: string;
  readonly application: SpoolApplication;
  readonly call: Call;
  readonly proxy: FaultProxy;
  close(): Promise<void>;
}

/** Stops the scheduled jobs of a replica: a test runs the one that it wants by hand. */
export const stopJobs = ({ app }: SpoolApplication): void => {
  const registry = app.get(SchedulerRegistry);
  for (const name of registry.getIntervals()) registry.deleteInterval(name);
};

/**
 * Starts a further replica of an installation behind a proxy of its own. It begins no transaction but for calls: no
 * scheduled jobs, no notes on the use of keys. Close it before the installation.
 */
export const startFaultyReplica = async (spool: TestSpool): Promise<FaultyReplica> => {
  const proxy = await FaultProxy.before(spool.databaseUrl);
  const application = await createApplication({ ...spool.config, databaseUrl: proxy.url });
  stopJobs(application);
  jest.spyOn(application.app.get(StoredApiKeys), 'noteUse').mockImplementation(() => undefined);
  const url = await application.listen();
  return {
    url,
    application,
    call: callerOf(url, spool.apiKey),
    proxy,
    close: async () => {
      await application.close();
      proxy.close();
    },
  };
};
