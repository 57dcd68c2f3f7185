import type { Call } from '@spool/test-bed/caller.js';
import { forAllTests } from './for-all-tests.js';
import { startSpool, type TestSibling, type TestSpool, type TestSpoolOptions } from './spool.js';

/** What a file may say of the installation that its tests share. */
export interface SpoolStageOptions extends TestSpoolOptions {
  /** What must hold when all tests have run. */
  readonly atEnd?: (spool: TestSpool) => Promise<void>;
}

const lateCall =
  (call: () => Call): Call =>
  (method, path, body, headers) =>
    call()(method, path, body, headers);

/** One installation for all tests of a file. Its calls can be handed on at once; all else is there once they run. */
export const setUpSpool = ({ atEnd, ...options }: SpoolStageOptions = {}): TestSpool => {
  const there = forAllTests(
    () => startSpool(options),
    async (spool) => {
      await atEnd?.(spool);
      await spool.close();
    },
  );
  return {
    get url() {
      return there().url;
    },
    get apiKey() {
      return there().apiKey;
    },
    get databaseUrl() {
      return there().databaseUrl;
    },
    get dataDirectory() {
      return there().dataDirectory;
    },
    get config() {
      return there().config;
    },
    get application() {
      return there().application;
    },
    get database() {
      return there().database;
    },
    call: lateCall(() => there().call),
    callAnonymously: lateCall(() => there().callAnonymously),
    callWith: (apiKey) => there().callWith(apiKey),
    startSibling: () => there().startSibling(),
    close: () => there().close(),
  };
};

/** A second replica of an installation, for all tests of a file; it ends with the first. */
export const setUpSibling = (spool: TestSpool): TestSibling => {
  const there = forAllTests(
    () => spool.startSibling(),
    () => Promise.resolve(),
  );
  return {
    get url() {
      return there().url;
    },
    get application() {
      return there().application;
    },
    call: lateCall(() => there().call),
    callWith: (apiKey) => there().callWith(apiKey),
    close: () => there().close(),
  };
};
