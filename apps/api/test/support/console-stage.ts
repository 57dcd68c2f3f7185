import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { SpoolClient } from '@spool/client';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openAsAdmin, openConsole, startBrowser, type ConsolePage } from './console.js';
import { startSpool, type TestSpool } from './spool.js';

const patienceMs = 120_000;

/** One installation and one browser for all tests of a file. */
export interface ConsoleStage {
  readonly spool: TestSpool;
  readonly client: SpoolClient;
  readonly browser: Browser;
  /** Opens a page as the operator `admin`. */
  open(path: string, options?: BrowserContextOptions): Promise<ConsolePage>;
  /** Opens a page as nobody. */
  openSignedOut(path: string): Promise<ConsolePage>;
}

interface Parts {
  readonly spool: TestSpool;
  readonly client: SpoolClient;
  readonly browser: Browser;
}

/** Sets up the stage of a file's tests; its parts are there once they run. */
export const setUpConsole = (prepare?: (stage: ConsoleStage) => Promise<void>): ConsoleStage => {
  jest.setTimeout(patienceMs);
  let parts: Parts | undefined;
  const there = (): Parts => {
    if (parts === undefined) throw new Error('The stage is set before the tests run.');
    return parts;
  };
  const stage: ConsoleStage = {
    get spool() {
      return there().spool;
    },
    get client() {
      return there().client;
    },
    get browser() {
      return there().browser;
    },
    open: (path, options) => openAsAdmin(there().browser, there().spool, path, options),
    openSignedOut: (path) => openConsole(there().browser, `${there().spool.url}${path}`),
  };
  beforeAll(async () => {
    const spool = await startSpool();
    const browser = await startBrowser();
    parts = { spool, browser, client: new SpoolClient({ url: spool.url, apiKey: spool.apiKey }) };
    await prepare?.(stage);
  });
  afterEach(() =>
    Promise.all(
      there()
        .browser.contexts()
        .map((context) => context.close()),
    ),
  );
  afterAll(async () => {
    await parts?.browser.close();
    await parts?.spool.close();
  });
  return stage;
};
